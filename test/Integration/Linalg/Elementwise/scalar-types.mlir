// RUN: matrix-run %s --random=3 --check

// i64 and i1: scalar code on one core.
func.func @main(%a: tensor<5x7xi64>, %b: tensor<5x7xi64>) -> (tensor<5x7xi64>, tensor<5x7xi1>) {
  %e = tensor.empty() : tensor<5x7xi64>
  %0 = linalg.add ins(%a, %b : tensor<5x7xi64>, tensor<5x7xi64>) outs(%e : tensor<5x7xi64>) -> tensor<5x7xi64>
  %c = tensor.empty() : tensor<5x7xi1>
  %1 = linalg.generic {indexing_maps=[affine_map<(i,j)->(i,j)>,affine_map<(i,j)->(i,j)>,affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} ins(%a, %b : tensor<5x7xi64>, tensor<5x7xi64>) outs(%c : tensor<5x7xi1>) {
  ^bb0(%x: i64, %y: i64, %o: i1):
    %r = arith.cmpi slt, %x, %y : i64
    linalg.yield %r : i1
  } -> tensor<5x7xi1>
  return %0, %1 : tensor<5x7xi64>, tensor<5x7xi1>
}
