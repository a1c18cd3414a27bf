// Functions that call functions, before and inside a loop.

!T = tensor<16x16xf32>

func.func private @f(%x: !T) -> !T {
  %e = tensor.empty() : !T
  %r = linalg.tanh ins(%x : !T) outs(%e : !T) -> !T
  return %r : !T
}
func.func private @g(%x: !T, %y: !T) -> (!T, !T) {
  %a = call @f(%x) : (!T) -> !T
  %b = call @f(%y) : (!T) -> !T
  return %b, %a : !T, !T
}
func.func @main(%x: !T, %y: !T) -> (!T, !T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a:2 = call @g(%x, %y) : (!T, !T) -> (!T, !T)
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%c = %a#0, %d = %a#1) -> (!T, !T) {
    %q:2 = func.call @g(%c, %d) : (!T, !T) -> (!T, !T)
    scf.yield %q#0, %q#1 : !T, !T
  }
  return %r#0, %r#1, %a#0 : !T, !T, !T
}
