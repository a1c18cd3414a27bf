// RUN: matrix-run %s --random=3 --check

// Every step rounds to bf16.
func.func @main(%a0: tensor<33x45xbf16>, %a1: tensor<33x45xbf16>) -> tensor<33x45xbf16> {
  %e = tensor.empty() : tensor<33x45xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1 : tensor<33x45xbf16>, tensor<33x45xbf16>) outs(%e : tensor<33x45xbf16>) {
  ^bb0(%x0: bf16, %x1: bf16, %o: bf16):
    %a = arith.mulf %x0, %x1 : bf16
    %b = arith.addf %a, %x1 : bf16
    %c = math.exp %b : bf16
    %d = arith.subf %c, %a : bf16
    %m = arith.maximumf %d, %x0 : bf16
    linalg.yield %m : bf16
  } -> tensor<33x45xbf16>
  return %r : tensor<33x45xbf16>
}
