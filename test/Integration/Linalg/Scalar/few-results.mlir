// RUN: matrix-run %s --random=23 --check

// The largest element of each of two rows and its place, in types without tiles: fewer
// results than cores, which read and write none of the others.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<2x300xf64>, %n: tensor<300xi64>) -> (tensor<2xf64>, tensor<2xi64>) {
  %low = arith.constant 0xFFF0000000000000 : f64
  %zero = arith.constant 0 : i64
  %ef = tensor.empty() : tensor<2xf64>
  %en = tensor.empty() : tensor<2xi64>
  %lows = linalg.fill ins(%low : f64) outs(%ef : tensor<2xf64>) -> tensor<2xf64>
  %zeros = linalg.fill ins(%zero : i64) outs(%en : tensor<2xi64>) -> tensor<2xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #col, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %n : tensor<2x300xf64>, tensor<300xi64>) outs(%lows, %zeros : tensor<2xf64>, tensor<2xi64>) {
  ^bb0(%a: f64, %i: i64, %most: f64, %place: i64):
    %is = arith.cmpf ogt, %a, %most : f64
    %m = arith.select %is, %a, %most : f64
    %p = arith.select %is, %i, %place : i64
    linalg.yield %m, %p : f64, i64
  } -> (tensor<2xf64>, tensor<2xi64>)
  return %r#0, %r#1 : tensor<2xf64>, tensor<2xi64>
}
