// Each iteration adds a product to the tensor that it carries.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %y: !T, %c: !T) -> (!T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%acc = %c) -> (!T) {
    %m = linalg.matmul ins(%x, %y : !T, !T) outs(%acc : !T) -> !T
    scf.yield %m : !T
  }
  return %r : !T
}
