// RUN: matrix-opt %s -matrix-form-fusion-groups | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#source = affine_map<(c, y, p, x, q) -> (c, p, q, y, x)>
#channel = affine_map<(c, y, p, x, q) -> (c)>
#phases = affine_map<(c, y, p, x, q) -> (c, p, q)>
#all = affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>
#flat = affine_map<(m, n) -> (m, n)>

// Elements that are only moved: transfers instead of tiles.
// CHECK-LABEL: func @interleaved
// CHECK: linalg.generic
// CHECK-NOT: matrix.fusion_group
// CHECK: return
func.func @interleaved(%a: tensor<16x2x2x28x28xf32>) -> tensor<16x28x2x28x2xf32> {
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<16x2x2x28x28xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}

// Factors of the channels of a product are multiplied in its order, where they are its epilogue.
// CHECK-LABEL: func @epilogue
// CHECK: matrix.fusion_group = "contraction"
// CHECK: linalg.generic {indexing_maps = [#[[$FLAT:.*]], #[[$ROWS:.*]], #[[$FLAT]]], {{.*}}} ins(%{{.*}}, %{{.*}} : tensor<64x784xf32>, tensor<64xf32>) {{.*}} attrs = {matrix.epilogue_operand = 0 : i64, matrix.fusion_group = "epilogue"}
// CHECK: tensor.expand_shape %{{.*}} : tensor<64x784xf32> into tensor<16x2x2x28x28xf32>
// CHECK: linalg.generic
// CHECK-NOT: matrix.fusion_group
// CHECK: return
func.func @epilogue(%w: tensor<64x32xf32>, %image: tensor<32x784xf32>, %factor: tensor<64xf32>) -> tensor<16x28x2x28x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x784xf32>
  %init = linalg.generic {indexing_maps = [#flat], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<64x784xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<64x784xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %image : tensor<64x32xf32>, tensor<32x784xf32>) outs(%init : tensor<64x784xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x784xf32>
  %x = tensor.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [16, 2, 2, 28, 28] : tensor<64x784xf32> into tensor<16x2x2x28x28xf32>
  %f = tensor.expand_shape %factor [[0, 1, 2]] output_shape [16, 2, 2] : tensor<64xf32> into tensor<16x2x2xf32>
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #phases, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %f : tensor<16x2x2x28x28xf32>, tensor<16x2x2xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}

// A bias for each of the parts of a dimension has no form in the order of the product.
// CHECK-LABEL: func @parts
// CHECK: matrix.fusion_group = "elementwise"
func.func @parts(%m: tensor<64x784xf32>, %bias: tensor<16xf32>) -> tensor<16x28x2x28x2xf32> {
  %x = tensor.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [16, 2, 2, 28, 28] : tensor<64x784xf32> into tensor<16x2x2x28x28xf32>
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<16x2x2x28x28xf32>, tensor<16xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}

// An operand that is read twice: the reshape of both inputs is erased once.
// CHECK-LABEL: func @twice
// CHECK: linalg.generic {{.*}} ins(%[[X:[^,]*]], %[[X]] : tensor<64x784xf32>, tensor<64x784xf32>)
// CHECK: arith.mulf
// CHECK-COUNT-1: tensor.expand_shape
// CHECK-NOT: tensor.expand_shape
// CHECK: return
func.func @twice(%w: tensor<64x32xf32>, %image: tensor<32x784xf32>) -> tensor<16x28x2x28x2xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x784xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x784xf32>) -> tensor<64x784xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %image : tensor<64x32xf32>, tensor<32x784xf32>) outs(%init : tensor<64x784xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x784xf32>
  %x = tensor.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [16, 2, 2, 28, 28] : tensor<64x784xf32> into tensor<16x2x2x28x28xf32>
  %e = tensor.empty() : tensor<16x28x2x28x2xf32>
  %r = linalg.generic {indexing_maps = [#source, #source, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %x : tensor<16x2x2x28x28xf32>, tensor<16x2x2x28x28xf32>) outs(%e : tensor<16x28x2x28x2xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<16x28x2x28x2xf32>
  return %r : tensor<16x28x2x28x2xf32>
}
