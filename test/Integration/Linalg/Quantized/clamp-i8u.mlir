// RUN: matrix-run %s --random=3 --check

// Clamp of a narrow type involves no arithmetic, so no widening is needed.
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<33x70xi8>, %b: tensor<33x70xi8>) -> (tensor<33x70xi8>) {
  %r_e = tensor.empty() : tensor<33x70xi8>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<33x70xi8>, tensor<33x70xi8>) outs(%r_e : tensor<33x70xi8>) {
  ^bb0(%x: i8, %y: i8, %o: i8):
    %c = arith.constant 100 : i8
    %m = arith.maxui %x, %y : i8
    %n = arith.minui %m, %c : i8
    linalg.yield %n : i8
  } -> tensor<33x70xi8>
  return %r : tensor<33x70xi8>
}
