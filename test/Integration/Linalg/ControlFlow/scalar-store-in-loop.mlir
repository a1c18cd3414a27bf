// RUN: matrix-run %s --random --check

// A scalar store, and an operation that scalar code computes in scratchpads, in one loop: a transfer reads what was stored.
func.func @main(%arg0: tensor<32xf64>, %arg1: tensor<32xf64>) -> tensor<32xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%b = %arg0) -> (tensor<32xf64>) {
    %s = tensor.extract_slice %arg1[%i][1][1] : tensor<32xf64> to tensor<f64>
    %in = tensor.insert_slice %s into %b[%i][1][1] : tensor<f64> into tensor<32xf64>
    %e = tensor.empty() : tensor<32xf64>
    %t = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%in : tensor<32xf64>) outs(%e : tensor<32xf64>) {
    ^bb0(%x: f64, %y: f64):
      %z = math.tanh %x : f64
      linalg.yield %z : f64
    } -> tensor<32xf64>
    scf.yield %t : tensor<32xf64>
  }
  return %r : tensor<32xf64>
}
