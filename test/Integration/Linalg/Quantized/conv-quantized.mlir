// RUN: matrix-run %s --random=3 --check

// Bias per channel, ReLU, scaling, rounding, narrowing.
func.func @main(%i: tensor<1x9x10x20xi8>, %k: tensor<3x3x20x24xi8>, %b: tensor<24xi32>) -> tensor<1x7x8x24xi8> {
  %e = tensor.empty() : tensor<1x7x8x24xi32>
  %f = linalg.broadcast ins(%b : tensor<24xi32>) outs(%e : tensor<1x7x8x24xi32>) dimensions = [0, 1, 2]
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x9x10x20xi8>, tensor<3x3x20x24xi8>) outs(%f : tensor<1x7x8x24xi32>) -> tensor<1x7x8x24xi32>
  %e8 = tensor.empty() : tensor<1x7x8x24xi8>
  %y = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>, affine_map<(n, h, w, c) -> (n, h, w, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%r : tensor<1x7x8x24xi32>) outs(%e8 : tensor<1x7x8x24xi8>) {
  ^bb0(%x: i32, %o: i8):
    %zero = arith.constant 0 : i32
    %scale = arith.constant 0.001953125 : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %p = arith.maxsi %x, %zero : i32
    %s = arith.sitofp %p : i32 to f32
    %m = arith.mulf %s, %scale : f32
    %q = math.roundeven %m : f32
    %g = arith.maximumf %q, %lo : f32
    %l = arith.minimumf %g, %hi : f32
    %t = arith.fptosi %l : f32 to i8
    linalg.yield %t : i8
  } -> tensor<1x7x8x24xi8>
  return %y : tensor<1x7x8x24xi8>
}
