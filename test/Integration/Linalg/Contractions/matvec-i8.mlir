// RUN: matrix-run %s --random=3 --check

// Products with a vector on either side, and dot products; one accumulates from a
// constant, one from a tensor.
func.func @main(%a: tensor<37x70xi8>, %x: tensor<70xi8>, %y: tensor<37xi8>, %b: tensor<70xi32>, %z: tensor<70xi8>) -> (tensor<37xi32>, tensor<70xi32>, tensor<i32>) {
  %c = arith.constant -9 : i32
  %e = tensor.empty() : tensor<37xi32>
  %f = linalg.fill ins(%c : i32) outs(%e : tensor<37xi32>) -> tensor<37xi32>
  %r = linalg.matvec ins(%a, %x : tensor<37x70xi8>, tensor<70xi8>) outs(%f : tensor<37xi32>) -> tensor<37xi32>
  %s = linalg.vecmat ins(%y, %a : tensor<37xi8>, tensor<37x70xi8>) outs(%b : tensor<70xi32>) -> tensor<70xi32>
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<i32>
  %f0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<i32>) -> tensor<i32>
  %d = linalg.dot ins(%x, %z : tensor<70xi8>, tensor<70xi8>) outs(%f0 : tensor<i32>) -> tensor<i32>
  return %r, %s, %d : tensor<37xi32>, tensor<70xi32>, tensor<i32>
}
