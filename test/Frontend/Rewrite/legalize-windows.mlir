// Operands of convolutions that no tile load reads keep their order if their blocks are transposed
// in the scratchpad. Otherwise, their depth becomes the last dimension.
//
// RUN: matrix-opt %s -matrix-legalize -canonicalize | FileCheck %s

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-DAG: #[[$WINDOW:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d1 + d4, d2 + d5)>
// CHECK-DAG: #[[$FILTER:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d3, d4, d5)>
// CHECK-DAG: #[[$STEPS:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d3, d1 * 2 + d4, d2 * 2 + d5)>

// The window of the filter is innermost; the image has adjacent columns.
// CHECK-LABEL: func @filter(
// CHECK-SAME: %[[IMAGE:.*]]: tensor<1x32x10x18xf32>, %[[FILTER_ARG:.*]]: tensor<48x32x3x3xf32>
// CHECK: %[[COLLAPSED:.*]] = tensor.collapse_shape %[[IMAGE]]
// CHECK: linalg.generic {indexing_maps = [#[[$WINDOW]], #[[$FILTER]], {{.*}} ins(%[[COLLAPSED]], %[[FILTER_ARG]] :
func.func @filter(%image: tensor<1x32x10x18xf32>, %filter: tensor<48x32x3x3xf32>) -> tensor<1x48x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x48x8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48x8x16xf32>) -> tensor<1x48x8x16xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x32x10x18xf32>, tensor<48x32x3x3xf32>)
    outs(%init : tensor<1x48x8x16xf32>) -> tensor<1x48x8x16xf32>
  return %r : tensor<1x48x8x16xf32>
}

// Windows over few channels that do not overlap: the elements of a window become adjacent, as those of the filter are.
// CHECK-LABEL: func @apart(
// CHECK-SAME: %[[IMAGE:.*]]: tensor<1x3x32x48xf32>, %[[FILTER_ARG:.*]]: tensor<64x3x16x16xf32>
// CHECK: %[[SPLIT:.*]] = tensor.expand_shape {{.*}} : tensor<3x32x48xf32> into tensor<3x2x16x3x16xf32>
// CHECK: %[[MOVED:.*]] = linalg.generic {{.*}} ins(%[[SPLIT]] :
// CHECK: } -> tensor<2x3x3x16x16xf32>
// CHECK: %[[PATCHES:.*]] = tensor.collapse_shape %[[MOVED]] {{.*}} into tensor<2x3x768xf32>
// CHECK: %[[ROWS:.*]] = tensor.collapse_shape %[[FILTER_ARG]] {{.*}} into tensor<64x768xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction"]{{.*}} ins(%[[PATCHES]], %[[ROWS]] :
func.func @apart(%image: tensor<1x3x32x48xf32>, %filter: tensor<64x3x16x16xf32>) -> tensor<1x64x2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x64x2x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x2x3xf32>) -> tensor<1x64x2x3xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<16> : tensor<2xi64>}
    ins(%image, %filter : tensor<1x3x32x48xf32>, tensor<64x3x16x16xf32>)
    outs(%init : tensor<1x64x2x3xf32>) -> tensor<1x64x2x3xf32>
  return %r : tensor<1x64x2x3xf32>
}

// Many windows, few filters: the filter is the smaller part to move.
// CHECK-LABEL: func @manyApart(
// CHECK: } -> tensor<4x4x3x8xf32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
func.func @manyApart(%image: tensor<1x3x64x64xf32>, %filter: tensor<8x3x4x4xf32>) -> tensor<1x8x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x16x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<4> : tensor<2xi64>}
    ins(%image, %filter : tensor<1x3x64x64xf32>, tensor<8x3x4x4xf32>)
    outs(%init : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  return %r : tensor<1x8x16x16xf32>
}

// Windows move in steps: no adjacent columns.
// CHECK-LABEL: func @steps(
// CHECK: %[[PADDED:.*]] = tensor.pad
// CHECK: linalg.generic {indexing_maps = [#[[$STEPS]], #[[$FILTER]], {{.*}} ins(%[[PADDED]],
func.func @steps(%image: tensor<1x32x9x17xf32>, %filter: tensor<48x32x3x3xf32>) -> tensor<1x48x5x9xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %y: index, %x: index):
    tensor.yield %zero : f32
  } : tensor<1x32x9x17xf32> to tensor<1x32x11x19xf32>
  %e = tensor.empty() : tensor<1x48x5x9xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x48x5x9xf32>) -> tensor<1x48x5x9xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%padded, %filter : tensor<1x32x11x19xf32>, tensor<48x32x3x3xf32>)
    outs(%init : tensor<1x48x5x9xf32>) -> tensor<1x48x5x9xf32>
  return %r : tensor<1x48x5x9xf32>
}

// The rows of the filter are not its outermost dimension, in which blocks have several elements.
// CHECK-LABEL: func @middle(
// CHECK-SAME: %{{.*}}: tensor<32x10x18xf32>, %[[MIDDLE:.*]]: tensor<3x48x32x3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[MIDDLE]] : tensor<3x48x32x3xf32>) outs(%{{.*}} : tensor<3x48x3x32xf32>)
func.func @middle(%image: tensor<32x10x18xf32>, %filter: tensor<3x48x32x3xf32>) -> tensor<48x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<48x8x16xf32>) -> tensor<48x8x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(f, y, x, c, i, j) -> (c, y + i, x + j)>,
                       affine_map<(f, y, x, c, i, j) -> (i, f, c, j)>,
                       affine_map<(f, y, x, c, i, j) -> (f, y, x)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%image, %filter : tensor<32x10x18xf32>, tensor<3x48x32x3xf32>) outs(%init : tensor<48x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<48x8x16xf32>
  return %r : tensor<48x8x16xf32>
}

// Few channels: those of all rows of a window are adjacent in the filter.
// CHECK-LABEL: func @channels(
// CHECK-SAME: %{{.*}}: tensor<1x3x17x33xf32>, %[[FEW:.*]]: tensor<16x3x3x3xf32>
// CHECK: linalg.generic {{.*}} ins(%[[FEW]] : tensor<16x3x3x3xf32>)
func.func @channels(%image: tensor<1x3x17x33xf32>, %filter: tensor<16x3x3x3xf32>) -> tensor<1x16x8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x8x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x16xf32>) -> tensor<1x16x8x16xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
    ins(%image, %filter : tensor<1x3x17x33xf32>, tensor<16x3x3x3xf32>)
    outs(%init : tensor<1x16x8x16xf32>) -> tensor<1x16x8x16xf32>
  return %r : tensor<1x16x8x16xf32>
}

// A constant filter is transposed by the compiler.
// CHECK-LABEL: func @constant(
// CHECK-DAG: arith.constant dense<{{\[\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]], {{\[\[}}5.000000e+00, 7.000000e+00], [6.000000e+00, 8.000000e+00]]]> : tensor<2x2x2xf32>
// CHECK: linalg.generic {{.*}} "reduction"
// CHECK-NOT: linalg.generic
func.func @constant(%image: tensor<1x2x4x6xf32>) -> tensor<1x2x4x5xf32> {
  %filter = arith.constant dense<[[[[1.0, 2.0]], [[3.0, 4.0]]], [[[5.0, 6.0]], [[7.0, 8.0]]]]> : tensor<2x2x1x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x4x5xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x4x5xf32>) -> tensor<1x2x4x5xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%image, %filter : tensor<1x2x4x6xf32>, tensor<2x2x1x2xf32>)
    outs(%init : tensor<1x2x4x5xf32>) -> tensor<1x2x4x5xf32>
  return %r : tensor<1x2x4x5xf32>
}

// Nothing to do: channels are innermost.
// CHECK-LABEL: func @nhwc(
// CHECK-SAME: %{{.*}}: tensor<1x10x18x32xf32>, %[[OWN:.*]]: tensor<3x3x32x48xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[OWN]] :
func.func @nhwc(%image: tensor<1x10x18x32xf32>, %filter: tensor<3x3x32x48xf32>) -> tensor<1x8x16x48xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x8x16x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x16x48xf32>) -> tensor<1x8x16x48xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%image, %filter : tensor<1x10x18x32xf32>, tensor<3x3x32x48xf32>)
    outs(%init : tensor<1x8x16x48xf32>) -> tensor<1x8x16x48xf32>
  return %r : tensor<1x8x16x48xf32>
}

}
