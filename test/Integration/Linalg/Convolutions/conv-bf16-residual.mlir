// RUN: matrix-run %s --random=3 --check

// The epilogue reads elements of 16 bits, whose tiles have two column blocks, while rows of the
// image are shorter than one.
#id = affine_map<(n, f, h, w) -> (n, f, h, w)>
func.func @main(%i: tensor<1x32x16x16xbf16>, %k: tensor<32x32x3x3xbf16>, %x: tensor<1x32x14x14xbf16>) -> tensor<1x32x14x14xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x14x14xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
  %c = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x32x16x16xbf16>, tensor<32x32x3x3xbf16>) outs(%z : tensor<1x32x14x14xf32>) -> tensor<1x32x14x14xf32>
  %f = tensor.empty() : tensor<1x32x14x14xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %x : tensor<1x32x14x14xf32>, tensor<1x32x14x14xbf16>) outs(%f : tensor<1x32x14x14xbf16>) {
  ^bb0(%a: f32, %b: bf16, %o: bf16):
    %w = arith.extf %b : bf16 to f32
    %t = arith.addf %a, %w : f32
    %u = arith.truncf %t : f32 to bf16
    linalg.yield %u : bf16
  } -> tensor<1x32x14x14xbf16>
  return %r : tensor<1x32x14x14xbf16>
}
