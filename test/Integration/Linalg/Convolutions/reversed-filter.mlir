// RUN: matrix-run %s --random=3 --check

// Filters that a map reverses, as of transposed convolutions, and reversed columns that a reduction reads.
#last = affine_map<(f, c, y, x) -> (f, c, 2 - y, 2 - x)>
#first = affine_map<(y, x, c, f) -> (2 - y, 2 - x, c, f)>
#id4 = affine_map<(a, b, c, d) -> (a, b, c, d)>
#columns = affine_map<(i, j) -> (i, 63 - j)>
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%p: tensor<1x16x18x18xf32>, %k: tensor<16x16x3x3xf32>, %q: tensor<1x18x18x16xf32>, %l: tensor<3x3x16x16xf32>, %a: tensor<64x64xf32>, %i: tensor<64xf32>)
    -> (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %ke = tensor.empty() : tensor<16x16x3x3xf32>
  %kr = linalg.generic {indexing_maps = [#last, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%k : tensor<16x16x3x3xf32>) outs(%ke : tensor<16x16x3x3xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<16x16x3x3xf32>
  %r = linalg.conv_2d_nchw_fchw {strides = dense<1> : tensor<2xi64>}
      ins(%p, %kr : tensor<1x16x18x18xf32>, tensor<16x16x3x3xf32>) outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %le = tensor.empty() : tensor<3x3x16x16xf32>
  %lr = linalg.generic {indexing_maps = [#first, #id4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%l : tensor<3x3x16x16xf32>) outs(%le : tensor<3x3x16x16xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<3x3x16x16xf32>
  %s = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>}
      ins(%q, %lr : tensor<1x18x18x16xf32>, tensor<3x3x16x16xf32>) outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %ae = tensor.empty() : tensor<64x64xf32>
  %ar = linalg.generic {indexing_maps = [#columns, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<64x64xf32>) outs(%ae : tensor<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<64x64xf32>
  %t = linalg.generic {indexing_maps = [#id, #id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%ar, %a : tensor<64x64xf32>, tensor<64x64xf32>) outs(%i : tensor<64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.maximumf %x, %y : f32
    %n = arith.addf %m, %o : f32
    linalg.yield %n : f32
  } -> tensor<64xf32>
  return %r, %s, %t : tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<64xf32>
}
