// The old value of one iteration argument is read after the other is computed.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %y: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %e = tensor.empty() : !T
  %r:2 = scf.for %k = %c0 to %c6 step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    %s = linalg.add ins(%a, %b : !T, !T) outs(%a : !T) -> !T
    %t = linalg.tanh ins(%s : !T) outs(%e : !T) -> !T
    scf.yield %b, %t : !T, !T
  }
  return %r#0, %r#1 : !T, !T
}
