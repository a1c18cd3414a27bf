// RUN: matrix-opt %s -matrix-form-fusion-groups | FileCheck %s

// Operations that compute and make other elements adjacent are predicted as epilogues of their producers only if these are
// contractions or reductions of which they read each element at its own index. Others are groups of their own.

#source = affine_map<(c, y, p, x, q) -> (c, p, q, y, x)>
#phases = affine_map<(c, y, p, x, q) -> (c, p, q)>
#swapped = affine_map<(c, y, p, x, q) -> (c, q, p, y, x)>
#all = affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>
#summed = affine_map<(a, b, c, d, e, k) -> (a, b, c, d, e, k)>
#sum = affine_map<(a, b, c, d, e, k) -> (a, b, c, d, e)>

// CHECK-LABEL: func @elementwise
// CHECK: linalg.generic {{.*}} attrs = {matrix.fusion_group = "elementwise", matrix.plan = #matrix.plan<
// CHECK: math.absf
// CHECK: linalg.generic {{.*}} attrs = {matrix.fusion_group = "elementwise", matrix.plan = #matrix.plan<
// CHECK: arith.mulf
// CHECK: linalg.generic
// CHECK-NOT: matrix.fusion_group
// CHECK: return
func.func @elementwise(%a: tensor<16x2x2x28x28xf32>, %factor: tensor<16x2x2xf32>) -> tensor<16x28x2x28x2xf32> {
  %p = tensor.empty() : tensor<16x2x2x28x28xf32>
  %x = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<16x2x2x28x28xf32>) outs(%p : tensor<16x2x2x28x28xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.absf %in : f32
    linalg.yield %s : f32
  } -> tensor<16x2x2x28x28xf32>
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #phases, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %factor : tensor<16x2x2x28x28xf32>, tensor<16x2x2xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%in: f32, %f: f32, %out: f32):
    %s = arith.mulf %in, %f : f32
    linalg.yield %s : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}

// A sum that is also read in another order.
// CHECK-LABEL: func @both_orders
// CHECK: matrix.fusion_group = "reduction"
// CHECK: linalg.generic {{.*}} attrs = {matrix.fusion_group = "elementwise", matrix.plan = #matrix.plan<
// CHECK: arith.subf
// CHECK: return
func.func @both_orders(%a: tensor<16x2x2x28x28x4xf32>) -> tensor<16x28x2x28x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x2x2x28x28xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x2x2x28x28xf32>) -> tensor<16x2x2x28x28xf32>
  %x = linalg.generic {indexing_maps = [#summed, #sum], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%a : tensor<16x2x2x28x28x4xf32>) outs(%init : tensor<16x2x2x28x28xf32>) {
  ^bb0(%in: f32, %acc: f32):
    %s = arith.addf %in, %acc : f32
    linalg.yield %s : f32
  } -> tensor<16x2x2x28x28xf32>
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #swapped, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %x : tensor<16x2x2x28x28xf32>, tensor<16x2x2x28x28xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %s = arith.subf %l, %r : f32
    linalg.yield %s : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}
