// A depth of several tiles: the last multiplication is fused with the activation.
//
// REQUIRES: record-TMMAR_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK-NOT: {{x?}}tmax{{0?}}
// CHECK: {{x?}}tmmar{{0?}}.f32.f32 t{{[0-9]+}}, t{{[0-9]+}}
// CHECK-NOT: {{x?}}tmax{{0?}}

func.func @main(%a: tensor<33x70xf32>, %b: tensor<70x50xf32>) -> tensor<33x50xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x50xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<33x50xf32>) -> tensor<33x50xf32>
  %m = linalg.matmul ins(%a, %b : tensor<33x70xf32>, tensor<70x50xf32>)
      outs(%f : tensor<33x50xf32>) -> tensor<33x50xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<33x50xf32>) outs(%e : tensor<33x50xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %zero, %x : f32
    linalg.yield %y : f32
  } -> tensor<33x50xf32>
  return %r : tensor<33x50xf32>
}
