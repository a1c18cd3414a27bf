// RUN: matrix-run %s --random=3 --check

// Both branches contain tile code, one also an insertion; the condition is an argument.
func.func @main(%x: tensor<32x32xf32>, %c: tensor<i32>) -> tensor<32x32xf32> {
  %k = tensor.extract %c[] : tensor<i32>
  %z = arith.constant 0 : i32
  %p = arith.cmpi sgt, %k, %z : i32
  %r = scf.if %p -> tensor<32x32xf32> {
    %d = tensor.empty() : tensor<32x32xf32>
    %u = linalg.exp ins(%x: tensor<32x32xf32>) outs(%d: tensor<32x32xf32>) -> tensor<32x32xf32>
    %p2 = tensor.extract_slice %u[0,0][31,31][1,1] : tensor<32x32xf32> to tensor<31x31xf32>
    %t = tensor.insert_slice %p2 into %x[1,1][31,31][1,1] : tensor<31x31xf32> into tensor<32x32xf32>
    scf.yield %t : tensor<32x32xf32>
  } else {
    %d = tensor.empty() : tensor<32x32xf32>
    %u = linalg.tanh ins(%x: tensor<32x32xf32>) outs(%d: tensor<32x32xf32>) -> tensor<32x32xf32>
    scf.yield %u : tensor<32x32xf32>
  }
  return %r : tensor<32x32xf32>
}
