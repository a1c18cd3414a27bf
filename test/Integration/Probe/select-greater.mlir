// A comparison and a selection are one instruction, for either operand order of the
// comparison and for the inverted condition.
//
// REQUIRES: record-TSELGT_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK-COUNT-3: {{x?}}tselgt{{0?}}.f32 t
// CHECK-NOT: {{x?}}tsel{{0?}}.f32 t

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x50xf32>, %b: tensor<40x50xf32>, %c: tensor<40x50xf32>)
    -> (tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>) {
  %e = tensor.empty() : tensor<40x50xf32>
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %c : tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>)
      outs(%e, %e, %e : tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32, %o0: f32, %o1: f32, %o2: f32):
    %greater = arith.cmpf ogt, %x, %y : f32
    %less = arith.cmpf olt, %z, %x : f32
    %notGreater = arith.cmpf ule, %y, %z : f32
    %s0 = arith.select %greater, %x, %z : f32
    %s1 = arith.select %less, %x, %y : f32
    %s2 = arith.select %notGreater, %x, %y : f32
    linalg.yield %s0, %s1, %s2 : f32, f32, f32
  } -> (tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>)
  return %r#0, %r#1, %r#2 : tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>
}
