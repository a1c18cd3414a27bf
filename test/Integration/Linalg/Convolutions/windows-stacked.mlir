// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --cores=1
// RUN: matrix-run %s --random=3 --check --disable=register-blocks

// Windows below each other share the tiles of the image. Image rows are no
// multiples of tiles, so that the last tile of one extends into the next. The
// epilogues, which read vectors and another image, follow in place.

#nchw = affine_map<(n, c, y, x) -> (n, c, y, x)>
#channel = affine_map<(n, c, y, x) -> (c)>
#nhwc = affine_map<(n, y, x, c) -> (n, y, x, c)>
#last = affine_map<(n, y, x, c) -> (c)>

func.func @main(%rows: tensor<1x40x30x22xf32>, %filter: tensor<40x3x3xf32>, %bias: tensor<40xf32>,
                %other: tensor<1x40x28x20xf32>, %channels: tensor<1x23x9x40xf32>, %last: tensor<5x3x40xf32>,
                %steps: tensor<1x20x33x29xf32>, %few: tensor<20x3x3xf32>, %long: tensor<1x16x17x112xf32>)
    -> (tensor<1x40x28x20xf32>, tensor<1x19x7x40xf32>, tensor<1x20x16x14xf32>, tensor<1x16x16x111xf32>) {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %least = arith.constant 0xFF800000 : f32

  // NCHW, with a residual.
  %e0 = tensor.empty() : tensor<1x40x28x20xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<1x40x28x20xf32>) -> tensor<1x40x28x20xf32>
  %c0 = linalg.depthwise_conv_2d_nchw_chw ins(%rows, %filter : tensor<1x40x30x22xf32>, tensor<40x3x3xf32>)
      outs(%f0 : tensor<1x40x28x20xf32>) -> tensor<1x40x28x20xf32>
  %r0 = linalg.generic {indexing_maps = [#nchw, #channel, #nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c0, %bias, %other : tensor<1x40x28x20xf32>, tensor<40xf32>, tensor<1x40x28x20xf32>) outs(%e0 : tensor<1x40x28x20xf32>) {
  ^bb0(%x: f32, %b: f32, %r: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %l = arith.maximumf %s, %zero : f32
    %h = arith.minimumf %l, %six : f32
    %t = arith.addf %h, %r : f32
    linalg.yield %t : f32
  } -> tensor<1x40x28x20xf32>

  // NHWC, windows of 5 x 3.
  %e1 = tensor.empty() : tensor<1x19x7x40xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x19x7x40xf32>) -> tensor<1x19x7x40xf32>
  %c1 = linalg.depthwise_conv_2d_nhwc_hwc ins(%channels, %last : tensor<1x23x9x40xf32>, tensor<5x3x40xf32>)
      outs(%f1 : tensor<1x19x7x40xf32>) -> tensor<1x19x7x40xf32>
  %r1 = linalg.generic {indexing_maps = [#nhwc, #last, #nhwc], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c1, %bias : tensor<1x19x7x40xf32>, tensor<40xf32>) outs(%e1 : tensor<1x19x7x40xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %p = arith.mulf %x, %b : f32
    linalg.yield %p : f32
  } -> tensor<1x19x7x40xf32>

  // NCHW in steps of 2.
  %e2 = tensor.empty() : tensor<1x20x16x14xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<1x20x16x14xf32>) -> tensor<1x20x16x14xf32>
  %c2 = linalg.depthwise_conv_2d_nchw_chw {strides = dense<2> : vector<2xi64>}
      ins(%steps, %few : tensor<1x20x33x29xf32>, tensor<20x3x3xf32>) outs(%f2 : tensor<1x20x16x14xf32>) -> tensor<1x20x16x14xf32>
  %r2 = linalg.generic {indexing_maps = [#nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c2 : tensor<1x20x16x14xf32>) outs(%e2 : tensor<1x20x16x14xf32>) {
  ^bb0(%x: f32, %o: f32):
    %p = arith.maximumf %x, %zero : f32
    linalg.yield %p : f32
  } -> tensor<1x20x16x14xf32>

  // A maximum without epilogue.
  %w = tensor.empty() : tensor<2x2xf32>
  %e3 = tensor.empty() : tensor<1x16x16x111xf32>
  %f3 = linalg.fill ins(%least : f32) outs(%e3 : tensor<1x16x16x111xf32>) -> tensor<1x16x16x111xf32>
  %r3 = linalg.pooling_nchw_max ins(%long, %w : tensor<1x16x17x112xf32>, tensor<2x2xf32>)
      outs(%f3 : tensor<1x16x16x111xf32>) -> tensor<1x16x16x111xf32>
  return %r0, %r1, %r2, %r3 : tensor<1x40x28x20xf32>, tensor<1x19x7x40xf32>, tensor<1x20x16x14xf32>, tensor<1x16x16x111xf32>
}
