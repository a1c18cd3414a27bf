// RUN: matrix-run %s --random=3 --check

// Clamp of a narrow type involves no arithmetic, so no widening is needed.
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<33x70xf16>, %b: tensor<33x70xf16>) -> (tensor<33x70xf16>) {
  %r_e = tensor.empty() : tensor<33x70xf16>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<33x70xf16>, tensor<33x70xf16>) outs(%r_e : tensor<33x70xf16>) {
  ^bb0(%x: f16, %y: f16, %o: f16):
    %c = arith.constant 1.5 : f16
    %m = arith.maximumf %x, %y : f16
    %n = arith.minimumf %m, %c : f16
    linalg.yield %n : f16
  } -> tensor<33x70xf16>
  return %r : tensor<33x70xf16>
}
