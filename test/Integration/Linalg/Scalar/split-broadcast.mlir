// RUN: matrix-run %s --random=3 --check

// Only an operand that is not read has the extent of the reduction, whose scalar code is computed apart.
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
func.func @main(%n: tensor<64xi64>, %w: tensor<32xf32>, %start: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [#row, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%n, %w : tensor<64xi64>, tensor<32xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%k: i64, %b: f32, %o: f32):
    %f = arith.sitofp %k : i64 to f32
    %t = math.tanh %f : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
