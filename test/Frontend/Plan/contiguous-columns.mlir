// RUN: matrix-compile %s --mcpu=base --emit=plan -o - | FileCheck %s

#lhs = affine_map<(m, h, d, k) -> (m, k)>
#rhs = affine_map<(m, h, d, k) -> (k, h, d)>
#out = affine_map<(m, h, d, k) -> (m, h, d)>
#id = affine_map<(m, h, d) -> (m, h, d)>
#head = affine_map<(m, h, d) -> (h)>

// Dimension 1 is wider, but the elements of the weights are adjacent in dimension 2. The bias keeps both apart.
// CHECK: matrix.plan @contraction_0
// CHECK: <outer, dim = 1, extent = 24
// CHECK-SAME: <columns, dim = 2, extent = 16
func.func @main(%x: tensor<5x40xf32>, %w: tensor<40x24x16xf32>, %b: tensor<24xf32>) -> tensor<5x24x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x24x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x24x16xf32>) -> tensor<5x24x16xf32>
  %p = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<5x40xf32>, tensor<40x24x16xf32>) outs(%f : tensor<5x24x16xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %m = arith.mulf %s, %t : f32
    %u = arith.addf %o, %m : f32
    linalg.yield %u : f32
  } -> tensor<5x24x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #head, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%p, %b : tensor<5x24x16xf32>, tensor<24xf32>) outs(%e : tensor<5x24x16xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %u = arith.addf %s, %t : f32
    linalg.yield %u : f32
  } -> tensor<5x24x16xf32>
  return %r : tensor<5x24x16xf32>
}
