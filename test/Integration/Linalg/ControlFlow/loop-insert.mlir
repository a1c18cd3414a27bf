// RUN: matrix-run %s --random=3 --check

// Tile code and insertions alternate in a loop.
func.func @main(%x: tensor<8x40xf32>) -> tensor<8x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8 : index
  %e = tensor.empty() : tensor<8x40xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %e) -> tensor<8x40xf32> {
    %s = tensor.extract_slice %x[%i,0][1,40][1,1] : tensor<8x40xf32> to tensor<1x40xf32>
    %d = tensor.empty() : tensor<1x40xf32>
    %u = linalg.exp ins(%s: tensor<1x40xf32>) outs(%d: tensor<1x40xf32>) -> tensor<1x40xf32>
    %t = tensor.insert_slice %u into %o[%i,0][1,40][1,1] : tensor<1x40xf32> into tensor<8x40xf32>
    scf.yield %t : tensor<8x40xf32>
  }
  return %r : tensor<8x40xf32>
}
