// The initial value of the loop is read after the loop.

!T = tensor<16x16xf32>

func.func @main(%x: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : !T
  %g = linalg.tanh ins(%x : !T) outs(%e : !T) -> !T
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %g) -> (!T) {
    %s = linalg.tanh ins(%a : !T) outs(%a : !T) -> !T
    scf.yield %s : !T
  }
  %t = linalg.add ins(%g, %g : !T, !T) outs(%e : !T) -> !T
  return %r, %t : !T, !T
}
