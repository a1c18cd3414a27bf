// The iteration arguments of a loop are exchanged, without other work.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %y: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    scf.yield %b, %a : !T, !T
  }
  return %r#0, %r#1 : !T, !T
}
