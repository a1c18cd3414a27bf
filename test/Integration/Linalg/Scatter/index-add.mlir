// RUN: matrix-run %s --random=3 --check

// Rows are added to a table of zeros, in the order of the loop, although each core has some columns: most positions occur several
// times. The second table has one column, the third one a prime number of them.
func.func @main(%index: tensor<150xi64>, %x: tensor<150x32xf32>, %column: tensor<150x1xf32>, %prime: tensor<150x31xbf16>)
    -> (tensor<20x32xf32>, tensor<20x1xf32>, tensor<20x31xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c150 = arith.constant 150 : index
  %c20 = arith.constant 20 : i64
  %zeros = arith.constant dense<0.0> : tensor<20x32xf32>
  %ones = arith.constant dense<1.0> : tensor<20x1xf32>
  %halves = arith.constant dense<0.5> : tensor<20x31xbf16>
  %a = scf.for %i = %c0 to %c150 step %c1 iter_args(%t = %zeros) -> (tensor<20x32xf32>) {
    %n = tensor.extract %index[%i] : tensor<150xi64>
    %m = arith.remui %n, %c20 : i64
    %ok = arith.cmpi ult, %m, %c20 : i64
    cf.assert %ok, "index out of range"
    %k = arith.index_cast %m : i64 to index
    %old = tensor.extract_slice %t[%k, 0] [1, 32] [1, 1] : tensor<20x32xf32> to tensor<1x32xf32>
    %new = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<150x32xf32> to tensor<1x32xf32>
    %e = tensor.empty() : tensor<1x32xf32>
    %s = linalg.add ins(%old, %new : tensor<1x32xf32>, tensor<1x32xf32>) outs(%e : tensor<1x32xf32>) -> tensor<1x32xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 32] [1, 1] : tensor<1x32xf32> into tensor<20x32xf32>
    scf.yield %u : tensor<20x32xf32>
  }
  %b = scf.for %i = %c0 to %c150 step %c1 iter_args(%t = %ones) -> (tensor<20x1xf32>) {
    %n = tensor.extract %index[%i] : tensor<150xi64>
    %m = arith.remui %n, %c20 : i64
    %k = arith.index_cast %m : i64 to index
    %old = tensor.extract_slice %t[%k, 0] [1, 1] [1, 1] : tensor<20x1xf32> to tensor<1xf32>
    %new = tensor.extract_slice %column[%i, 0] [1, 1] [1, 1] : tensor<150x1xf32> to tensor<1xf32>
    %e = tensor.empty() : tensor<1xf32>
    %s = linalg.add ins(%old, %new : tensor<1xf32>, tensor<1xf32>) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 1] [1, 1] : tensor<1xf32> into tensor<20x1xf32>
    scf.yield %u : tensor<20x1xf32>
  }
  %c = scf.for %i = %c0 to %c150 step %c1 iter_args(%t = %halves) -> (tensor<20x31xbf16>) {
    %n = tensor.extract %index[%i] : tensor<150xi64>
    %m = arith.remui %n, %c20 : i64
    %k = arith.index_cast %m : i64 to index
    %old = tensor.extract_slice %t[%k, 0] [1, 31] [1, 1] : tensor<20x31xbf16> to tensor<31xbf16>
    %new = tensor.extract_slice %prime[%i, 0] [1, 31] [1, 1] : tensor<150x31xbf16> to tensor<31xbf16>
    %e = tensor.empty() : tensor<31xbf16>
    %s = linalg.max ins(%old, %new : tensor<31xbf16>, tensor<31xbf16>) outs(%e : tensor<31xbf16>) -> tensor<31xbf16>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 31] [1, 1] : tensor<31xbf16> into tensor<20x31xbf16>
    scf.yield %u : tensor<20x31xbf16>
  }
  return %a, %b, %c : tensor<20x32xf32>, tensor<20x1xf32>, tensor<20x31xbf16>
}
