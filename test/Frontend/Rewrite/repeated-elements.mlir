// RUN: matrix-opt %s -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-legalize))' | FileCheck %s

#wide = affine_map<(c, i, p, j, q) -> (c, i, p, j, q)>
#narrow = affine_map<(c, i, p, j, q) -> (c, i, j)>
#id = affine_map<(c, i, j) -> (c, i, j)>

// Elements that are repeated next to each other are stored by the repetition: the addition keeps its rows of 34 elements.
// CHECK-LABEL: func.func @upsample
// CHECK: %[[REPEATED:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x24x2x17x2xf32>)
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[REPEATED]] {{.*}} into tensor<8x48x34xf32>
// CHECK: linalg.generic {{.*}} ins(%[[ROWS]], %arg1 : tensor<8x48x34xf32>, tensor<8x48x34xf32>)
func.func @upsample(%x: tensor<8x24x17xf32>, %y: tensor<8x48x34xf32>) -> tensor<8x48x34xf32> {
  %e = tensor.empty() : tensor<8x24x2x17x2xf32>
  %b = linalg.generic {indexing_maps = [#narrow, #wide], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x24x17xf32>) outs(%e : tensor<8x24x2x17x2xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8x24x2x17x2xf32>
  %c = tensor.collapse_shape %b [[0], [1, 2], [3, 4]] : tensor<8x24x2x17x2xf32> into tensor<8x48x34xf32>
  %f = tensor.empty() : tensor<8x48x34xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%c, %y : tensor<8x48x34xf32>, tensor<8x48x34xf32>) outs(%f : tensor<8x48x34xf32>) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %t = arith.addf %a, %s : f32
    linalg.yield %t : f32
  } -> tensor<8x48x34xf32>
  return %r : tensor<8x48x34xf32>
}
