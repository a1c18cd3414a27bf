// RUN: matrix-run %s --random=7 --check
// RUN: matrix-run %s --random=7 --check --mcpu=gemmini

// Loops that index the result may be called reductions.
#rows = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i) -> (i)>
func.func @main(%x: tensor<16x32xf32>, %init: tensor<16xf32>, %n: tensor<64x32xi64>, %m: tensor<64xi64>) -> (tensor<16xf32>, tensor<16xf32>, tensor<64xi64>) {
  %sums = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<16x32xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.absf %a : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %elements = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["reduction"]}
      ins(%init : tensor<16xf32>) outs(%sums : tensor<16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.absf %a : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %squares = linalg.generic {indexing_maps = [#rows, #row], iterator_types = ["reduction", "reduction"]}
      ins(%n : tensor<64x32xi64>) outs(%m : tensor<64xi64>) {
  ^bb0(%a: i64, %o: i64):
    %p = arith.muli %a, %a : i64
    %s = arith.addi %o, %p : i64
    linalg.yield %s : i64
  } -> tensor<64xi64>
  return %sums, %elements, %squares : tensor<16xf32>, tensor<16xf32>, tensor<64xi64>
}
