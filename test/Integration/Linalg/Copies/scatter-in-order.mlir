// RUN: matrix-run %s --random --check

// Elements at computed positions, some of them repeatedly: the last one stays. The number of iterations is no
// multiple of those that load ahead.
func.func @main(%values: tensor<45xi64>) -> tensor<16xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c45 = arith.constant 45 : index
  %c16 = arith.constant 16 : i64
  %init = arith.constant dense<0> : tensor<16xi64>
  %e = tensor.empty() : tensor<45xi64>
  %positions = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%values : tensor<45xi64>) outs(%e : tensor<45xi64>) {
  ^bb0(%v: i64, %o: i64):
    %p = arith.remui %v, %c16 : i64
    linalg.yield %p : i64
  } -> tensor<45xi64>
  %r = scf.for %i = %c0 to %c45 step %c1 iter_args(%t = %init) -> (tensor<16xi64>) {
    %p = tensor.extract %positions[%i] : tensor<45xi64>
    %inside = arith.cmpi ult, %p, %c16 : i64
    cf.assert %inside, "index out of range"
    %at = arith.index_cast %p : i64 to index
    %v = tensor.extract %values[%i] : tensor<45xi64>
    %n = tensor.insert %v into %t[%at] : tensor<16xi64>
    scf.yield %n : tensor<16xi64>
  }
  return %r : tensor<16xi64>
}
