// RUN: matrix-run %s --random=3 --check

// Copies to places that depend on a loop, beside scalar code that reads them.
func.func @main(%a: tensor<5x40xi64>) -> (tensor<8x40xi64>, tensor<40xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<8x40xi64>
  %start = linalg.fill ins(%zero : i64) outs(%e : tensor<8x40xi64>) -> tensor<8x40xi64>
  %se = tensor.empty() : tensor<40xi64>
  %s0 = linalg.fill ins(%zero : i64) outs(%se : tensor<40xi64>) -> tensor<40xi64>
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %start, %sum = %s0) -> (tensor<8x40xi64>, tensor<40xi64>) {
    %row = tensor.extract_slice %a[%i, 0] [1, 40] [1, 1] : tensor<5x40xi64> to tensor<40xi64>
    %at = arith.addi %i, %c1 : index
    %next = tensor.insert_slice %row into %acc[%at, 0] [1, 40] [1, 1] : tensor<40xi64> into tensor<8x40xi64>
    %before = tensor.extract_slice %next[%i, 0] [1, 40] [1, 1] : tensor<8x40xi64> to tensor<40xi64>
    %more = linalg.add ins(%sum, %before : tensor<40xi64>, tensor<40xi64>) outs(%sum : tensor<40xi64>) -> tensor<40xi64>
    scf.yield %next, %more : tensor<8x40xi64>, tensor<40xi64>
  }
  return %r#0, %r#1 : tensor<8x40xi64>, tensor<40xi64>
}
