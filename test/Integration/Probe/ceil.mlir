// An instruction computes ceil, so ceil is not expanded to floor.
//
// REQUIRES: record-TCEIL_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tceil{{0?}}.f32 t
// CHECK-NOT: {{x?}}tfloor{{0?}}.f32 t

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x50xf32>) -> tensor<40x50xf32> {
  %e = tensor.empty() : tensor<40x50xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<40x50xf32>) outs(%e : tensor<40x50xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.ceil %x : f32
    linalg.yield %y : f32
  } -> tensor<40x50xf32>
  return %r : tensor<40x50xf32>
}
