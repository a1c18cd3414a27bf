// RUN: matrix-opt %s -split-input-file -matrix-describe-work | FileCheck %s

// Elements that the results depend on, counted by hand.

// Windows of 3 x 3 in steps of 2 leave out the last row and column of the padded
// image, which are padding: all of the first product is needed. Windows of
// 1 x 1 in steps of 2 need 4 of 16 pixels of 2 channels, and those of the image.
// 128 + 16 + 144 and 32 + 16 + 16 bytes.
// CHECK: in = 352 : i64, ops = [
// CHECK-SAME: kind = "convolution", {{.*}}macs = 64 : i64, op =
// CHECK-SAME: macs = 144 : i64, op =
// CHECK-SAME: macs = 64 : i64, needed = [8, 32], op =
// CHECK-SAME: macs = 16 : i64, op =
module {
func.func @main(%x: tensor<1x2x4x4xf32>, %a: tensor<2x2x1x1xf32>, %b: tensor<2x2x3x3xf32>,
                %y: tensor<1x2x4x4xf32>, %c: tensor<2x2x1x1xf32>, %d: tensor<2x2x1x1xf32>)
    -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x2x4x4xf32>
  %f = tensor.empty() : tensor<1x2x2x2xf32>
  %large = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %small = linalg.fill ins(%zero : f32) outs(%f : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %p = linalg.conv_2d_nchw_fchw ins(%x, %a : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>)
                                outs(%large : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %padded = tensor.pad %p low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x2x4x4xf32> to tensor<1x2x6x6xf32>
  %q = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
      ins(%padded, %b : tensor<1x2x6x6xf32>, tensor<2x2x3x3xf32>)
      outs(%small : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %r = linalg.conv_2d_nchw_fchw ins(%y, %c : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>)
                                outs(%large : tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %s = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>}
      ins(%r, %d : tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>)
      outs(%small : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %q, %s : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}
}

// -----

// Moves: rows 1, 3 and 5 of a concatenation of 4 and 4 rows are 1 and 3 of %a and 1 of
// %b; softmax needs whole rows; the last rows of a reversal are the first ones.
// Two halves of one tensor are all of it: (2 + 1) * 4, 2 * 8, 2 * 3 and 6 * 2 elements.
// CHECK: in = 184 : i64, ops = [
module {
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<5x8xf32>, %d: tensor<5x3xf32>,
                %g: tensor<6x2xf32>)
    -> (tensor<3x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %ab = tensor.concat dim(0) %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %rows = tensor.extract_slice %ab[1, 0] [3, 4] [2, 1] : tensor<8x4xf32> to tensor<3x4xf32>
  %ec = tensor.empty() : tensor<5x8xf32>
  %soft = linalg.softmax dimension(1) ins(%c : tensor<5x8xf32>) outs(%ec : tensor<5x8xf32>) -> tensor<5x8xf32>
  %part = tensor.extract_slice %soft[3, 1] [2, 2] [1, 1] : tensor<5x8xf32> to tensor<2x2xf32>
  %ed = tensor.empty() : tensor<5x3xf32>
  %reversed = linalg.generic {indexing_maps = [affine_map<(i, j) -> (4 - i, j)>, affine_map<(i, j) -> (i, j)>,
                                               affine_map<(i, j) -> (i, j)>],
                              iterator_types = ["parallel", "parallel"]}
      ins(%d, %d : tensor<5x3xf32>, tensor<5x3xf32>) outs(%ed : tensor<5x3xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<5x3xf32>
  %last = tensor.extract_slice %reversed[3, 0] [2, 3] [1, 1] : tensor<5x3xf32> to tensor<2x3xf32>
  %even = tensor.extract_slice %g[0, 0] [3, 2] [2, 1] : tensor<6x2xf32> to tensor<3x2xf32>
  %odd = tensor.extract_slice %g[1, 0] [3, 2] [2, 1] : tensor<6x2xf32> to tensor<3x2xf32>
  return %rows, %part, %last, %even, %odd
      : tensor<3x4xf32>, tensor<2x2xf32>, tensor<2x3xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}
}

// -----

// A slice at a position that the program computes needs as many elements, but not those
// of one part of a concatenation. A diagonal needs as many elements as it has, 4. Of %e
// quotients and remainders need rows 0 and 1 in columns 0, 1 and 2: 2 * 4 + 4 + 6.
// CHECK: in = 72 : i64, ops = [
module {
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>, %d: tensor<4x4xf32>,
                %e: tensor<3x5xf32>, %shape: tensor<4x6xf32>, %n: index)
    -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4x6xf32>) {
  %ab = tensor.concat dim(0) %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %p = tensor.extract_slice %ab[%n, 0] [2, 4] [1, 1] : tensor<8x4xf32> to tensor<2x4xf32>
  %q = tensor.extract_slice %c[%n, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %diagonal = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>],
                              iterator_types = ["parallel"]}
      ins(%d : tensor<4x4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  %g = tensor.empty() : tensor<4x6xf32>
  %quotients = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j mod 3)>,
                                                affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                               iterator_types = ["parallel", "parallel"]}
      ins(%e, %shape : tensor<3x5xf32>, tensor<4x6xf32>) outs(%g : tensor<4x6xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x : f32
  } -> tensor<4x6xf32>
  return %p, %q, %diagonal, %quotients : tensor<2x4xf32>, tensor<2x4xf32>, tensor<4xf32>, tensor<4x6xf32>
}
}

// -----

// Large extents: the windows of 2 in steps of 3 are not listed, but their first elements
// are counted: 100,000 of 299,999.
// CHECK: in = 400000 : i64, ops = [
module {
func.func @main(%x: tensor<299999xf32>, %w: tensor<2xf32>, %t: tensor<2xf32>) -> tensor<100000xf32> {
  %e = tensor.empty() : tensor<100000xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (3 * i + j)>, affine_map<(i, j) -> (j)>,
                                        affine_map<(i, j) -> (i)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<299999xf32>, tensor<2xf32>) outs(%e : tensor<100000xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<100000xf32>
  return %r : tensor<100000xf32>
}
}
