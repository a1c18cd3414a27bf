// RUN: matrix-run %s --random=3 --check

// The epilogue reads and stores bytes, whose tiles have several column blocks, while rows of
// the image are shorter than one: a residual of bytes, then a result of bytes.
#id = affine_map<(n, f, h, w) -> (n, f, h, w)>
func.func @main(%i: tensor<1x8x10x10xi8>, %k: tensor<8x8x3x3xi8>, %l: tensor<8x8x3x3xi8>, %x: tensor<1x8x8x8xi8>)
    -> (tensor<1x8x8x8xf32>, tensor<1x8x8x8xi8>) {
  %zero = arith.constant 0 : i32
  %scale = arith.constant 0.001 : f32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %shift = arith.constant 9 : i32
  %e = tensor.empty() : tensor<1x8x8x8xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xi32>
  %c = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x8x10x10xi8>, tensor<8x8x3x3xi8>) outs(%z : tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xi32>
  %f = tensor.empty() : tensor<1x8x8x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %x : tensor<1x8x8x8xi32>, tensor<1x8x8x8xi8>) outs(%f : tensor<1x8x8x8xf32>) {
  ^bb0(%a: i32, %b: i8, %o: f32):
    %y = arith.sitofp %a : i32 to f32
    %s = arith.mulf %y, %scale : f32
    %w = arith.sitofp %b : i8 to f32
    %t = arith.addf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<1x8x8x8xf32>
  %d = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>} ins(%i, %l : tensor<1x8x10x10xi8>, tensor<8x8x3x3xi8>) outs(%z : tensor<1x8x8x8xi32>) -> tensor<1x8x8x8xi32>
  %g = tensor.empty() : tensor<1x8x8x8xi8>
  %q = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%d, %x : tensor<1x8x8x8xi32>, tensor<1x8x8x8xi8>) outs(%g : tensor<1x8x8x8xi8>) {
  ^bb0(%a: i32, %b: i8, %o: i8):
    %y = arith.shrsi %a, %shift : i32
    %w = arith.extsi %b : i8 to i32
    %t = arith.addi %y, %w : i32
    %m = arith.maxsi %t, %low : i32
    %n = arith.minsi %m, %high : i32
    %u = arith.trunci %n : i32 to i8
    linalg.yield %u : i8
  } -> tensor<1x8x8x8xi8>
  return %r, %q : tensor<1x8x8x8xf32>, tensor<1x8x8x8xi8>
}
