// RUN: matrix-run %s --random=3 --check

// Values beyond 2^31 saturate at the bound of their sign: the zero point is added
// before the clamp.
#m = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<64x64xf32>) -> (tensor<64x64xi8>) {
  %e = tensor.empty() : tensor<64x64xi8>
  %big = arith.constant 1.0e10 : f32
  %zp = arith.constant 10.0 : f32
  %lo = arith.constant -128.0 : f32
  %hi = arith.constant 127.0 : f32
  %r = linalg.generic {indexing_maps=[#m,#m], iterator_types=["parallel","parallel"]} ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xi8>) {
  ^bb0(%a: f32, %o: i8):
    %b = arith.mulf %a, %big : f32
    %q = math.roundeven %b : f32
    %s = arith.addf %q, %zp : f32
    %t = arith.maximumf %s, %lo : f32
    %u = arith.minimumf %t, %hi : f32
    %v = arith.fptosi %u : f32 to i8
    linalg.yield %v : i8
  } -> (tensor<64x64xi8>)
  return %r : tensor<64x64xi8>
}
