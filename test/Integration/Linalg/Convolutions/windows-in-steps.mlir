// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --cores=1
// RUN: matrix-run %s --random=3 --check --disable=register-blocks

// Windows in steps over the contiguous dimension, whose image is transposed row by row beside the combinations: odd
// sizes, channels that do not fill tiles, rows of several tiles, several stacks of a block, padding, dilation,
// residuals, and elements whose images are not transposed.

#nchw = affine_map<(n, c, y, x) -> (n, c, y, x)>
#channel = affine_map<(n, c, y, x) -> (c)>

func.func @main(%image: tensor<1x37x29x31xf32>, %filter: tensor<37x3x3xf32>, %bias: tensor<37xf32>,
                %other: tensor<1x37x15x16xf32>, %wide: tensor<2x19x25x141xf32>, %spread: tensor<1x20x33x45xf32>,
                %few: tensor<20x3x3xf32>, %ints: tensor<1x17x21x19xi32>, %intFilter: tensor<17x3x3xi32>,
                %narrow: tensor<1x20x15x15xbf16>, %narrowFilter: tensor<20x3x3xbf16>,
                %bytes: tensor<1x20x13x15xi8>, %byteFilter: tensor<20x3x3xi8>, %far: tensor<1x18x37x35xf32>,
                %farFilter: tensor<18x3x3xf32>)
    -> (tensor<1x37x15x16xf32>, tensor<2x19x12x70xf32>, tensor<1x20x17x23xf32>, tensor<1x17x10x9xi32>,
        tensor<1x20x7x7xf32>, tensor<1x20x6x7xi32>, tensor<1x18x12x11xf32>) {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %least = arith.constant 0xFF800000 : f32

  // Padding, and a residual after the sums.
  %p0 = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %y: index, %x: index):
    tensor.yield %zero : f32
  } : tensor<1x37x29x31xf32> to tensor<1x37x31x33xf32>
  %e0 = tensor.empty() : tensor<1x37x15x16xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x37x15x16xf32>) -> tensor<1x37x15x16xf32>
  %c0 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>}
      ins(%p0, %filter : tensor<1x37x31x33xf32>, tensor<37x3x3xf32>) outs(%f0 : tensor<1x37x15x16xf32>) -> tensor<1x37x15x16xf32>
  %r0 = linalg.generic {indexing_maps = [#nchw, #channel, #nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %bias, %other : tensor<1x37x15x16xf32>, tensor<37xf32>, tensor<1x37x15x16xf32>) outs(%e0 : tensor<1x37x15x16xf32>) {
  ^bb0(%x: f32, %b: f32, %r: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %l = arith.maximumf %s, %zero : f32
    %t = arith.addf %l, %r : f32
    linalg.yield %t : f32
  } -> tensor<1x37x15x16xf32>

  // The largest elements of windows in long rows, without vectors and epilogue.
  %window = tensor.empty() : tensor<3x3xf32>
  %e1 = tensor.empty() : tensor<2x19x12x70xf32>
  %f1 = linalg.fill ins(%least : f32) outs(%e1 : tensor<2x19x12x70xf32>) -> tensor<2x19x12x70xf32>
  %r1 = linalg.pooling_nchw_max {strides = dense<2> : vector<2xi64>}
      ins(%wide, %window : tensor<2x19x25x141xf32>, tensor<3x3xf32>) outs(%f1 : tensor<2x19x12x70xf32>) -> tensor<2x19x12x70xf32>

  // Windows with distances, in an odd number of rows.
  %p2 = tensor.pad %spread low[0, 0, 2, 2] high[0, 0, 2, 2] {
  ^bb0(%n: index, %c: index, %y: index, %x: index):
    tensor.yield %zero : f32
  } : tensor<1x20x33x45xf32> to tensor<1x20x37x49xf32>
  %e2 = tensor.empty() : tensor<1x20x17x23xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x20x17x23xf32>) -> tensor<1x20x17x23xf32>
  %r2 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>, dilations = dense<2> : vector<2xi64>}
      ins(%p2, %few : tensor<1x20x37x49xf32>, tensor<20x3x3xf32>) outs(%f2 : tensor<1x20x17x23xf32>) -> tensor<1x20x17x23xf32>

  %e3 = tensor.empty() : tensor<1x17x10x9xi32>
  %f3 = linalg.fill ins(%none : i32) outs(%e3 : tensor<1x17x10x9xi32>) -> tensor<1x17x10x9xi32>
  %r3 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>}
      ins(%ints, %intFilter : tensor<1x17x21x19xi32>, tensor<17x3x3xi32>) outs(%f3 : tensor<1x17x10x9xi32>) -> tensor<1x17x10x9xi32>

  %e4 = tensor.empty() : tensor<1x20x7x7xf32>
  %f4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<1x20x7x7xf32>) -> tensor<1x20x7x7xf32>
  %r4 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>}
      ins(%narrow, %narrowFilter : tensor<1x20x15x15xbf16>, tensor<20x3x3xbf16>) outs(%f4 : tensor<1x20x7x7xf32>) -> tensor<1x20x7x7xf32>

  %e5 = tensor.empty() : tensor<1x20x6x7xi32>
  %f5 = linalg.fill ins(%none : i32) outs(%e5 : tensor<1x20x6x7xi32>) -> tensor<1x20x6x7xi32>
  %r5 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>}
      ins(%bytes, %byteFilter : tensor<1x20x13x15xi8>, tensor<20x3x3xi8>) outs(%f5 : tensor<1x20x6x7xi32>) -> tensor<1x20x6x7xi32>

  // Steps of 3: no two windows share an element.
  %e6 = tensor.empty() : tensor<1x18x12x11xf32>
  %f6 = linalg.fill ins(%zero : f32) outs(%e6 : tensor<1x18x12x11xf32>) -> tensor<1x18x12x11xf32>
  %r6 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<3> : vector<2xi64>}
      ins(%far, %farFilter : tensor<1x18x37x35xf32>, tensor<18x3x3xf32>) outs(%f6 : tensor<1x18x12x11xf32>) -> tensor<1x18x12x11xf32>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6
      : tensor<1x37x15x16xf32>, tensor<2x19x12x70xf32>, tensor<1x20x17x23xf32>, tensor<1x17x10x9xi32>,
        tensor<1x20x7x7xf32>, tensor<1x20x6x7xi32>, tensor<1x18x12x11xf32>
}
