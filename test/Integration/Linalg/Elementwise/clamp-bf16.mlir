// RUN: matrix-run %s --random=3 --check

// Clamp of a narrow type involves no arithmetic, so no widening is needed.
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<33x70xbf16>, %b: tensor<33x70xbf16>) -> (tensor<33x70xbf16>) {
  %r_e = tensor.empty() : tensor<33x70xbf16>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<33x70xbf16>, tensor<33x70xbf16>) outs(%r_e : tensor<33x70xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %c = arith.constant 1.5 : bf16
    %m = arith.maximumf %x, %y : bf16
    %n = arith.minimumf %m, %c : bf16
    linalg.yield %n : bf16
  } -> tensor<33x70xbf16>
  return %r : tensor<33x70xbf16>
}
