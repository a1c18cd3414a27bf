// A fused reduction at the edge of a tensor: zero padding does not change the sum.
//
// REQUIRES: record-TRSQ_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}trsq{{0?}}.f32 t
// CHECK-NOT: {{x?}}tmul{{0?}}.f32 t

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%a: tensor<37x70xf32>) -> tensor<37xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<37x70xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %y = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %y : f32
    linalg.yield %s : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}
