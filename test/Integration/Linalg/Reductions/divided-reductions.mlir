// RUN: matrix-run %s --random=2 --check
// RUN: matrix-run %s --random=2 --check --mcpu=gemmini

// Few results of types that tiles do not have: all cores compute parts. Of 211 elements, some
// remain; a result has an initial value; the columns of a result are permuted.
#rows = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (j)>
#none = affine_map<(i, j) -> ()>
#one = affine_map<(i) -> (i)>
#zero = affine_map<(i) -> ()>
func.func @main(%a: tensor<24x36xi64>, %b: tensor<211xf64>, %c: tensor<f64>, %d: tensor<2x150x3xi64>, %e: tensor<36xi64>) -> (tensor<i64>, tensor<f64>, tensor<i1>, tensor<2x3xi64>, tensor<i64>) {
  %c0 = arith.constant 0 : i64
  %false = arith.constant false
  %e0 = tensor.empty() : tensor<i64>
  %z0 = linalg.fill ins(%c0 : i64) outs(%e0 : tensor<i64>) -> tensor<i64>
  %s0 = linalg.generic {indexing_maps = [#rows, #columns, #none], iterator_types = ["reduction", "reduction"]} ins(%a, %e : tensor<24x36xi64>, tensor<36xi64>) outs(%z0 : tensor<i64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %p = arith.muli %x, %y : i64
    %s = arith.addi %o, %p : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  %s1 = linalg.generic {indexing_maps = [#one, #zero], iterator_types = ["reduction"]} ins(%b : tensor<211xf64>) outs(%c : tensor<f64>) {
  ^bb0(%x: f64, %o: f64):
    %s = arith.maximumf %x, %o : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %e1 = tensor.empty() : tensor<i1>
  %z1 = linalg.fill ins(%false : i1) outs(%e1 : tensor<i1>) -> tensor<i1>
  %s2 = linalg.generic {indexing_maps = [#rows, #none], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<24x36xi64>) outs(%z1 : tensor<i1>) {
  ^bb0(%x: i64, %o: i1):
    %q = arith.cmpi eq, %x, %c0 : i64
    %s = arith.ori %q, %o : i1
    linalg.yield %s : i1
  } -> tensor<i1>
  %e2 = tensor.empty() : tensor<2x3xi64>
  %z2 = linalg.fill ins(%c0 : i64) outs(%e2 : tensor<2x3xi64>) -> tensor<2x3xi64>
  %s3 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, j, i)>, affine_map<(i, j, k) -> (k, i)>], iterator_types = ["parallel", "reduction", "parallel"]} ins(%d : tensor<2x150x3xi64>) outs(%z2 : tensor<2x3xi64>) {
  ^bb0(%x: i64, %o: i64):
    %s = arith.xori %x, %o : i64
    linalg.yield %s : i64
  } -> tensor<2x3xi64>
  %s4 = linalg.generic {indexing_maps = [affine_map<(i) -> (0, i)>, #zero], iterator_types = ["reduction"]} ins(%a : tensor<24x36xi64>) outs(%z0 : tensor<i64>) {
  ^bb0(%x: i64, %o: i64):
    %s = arith.minsi %x, %o : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %s0, %s1, %s2, %s3, %s4 : tensor<i64>, tensor<f64>, tensor<i1>, tensor<2x3xi64>, tensor<i64>
}
