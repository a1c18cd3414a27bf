// The regions of the loop pass the tensors on in a different order.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %y: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : !T
  %r:3 = scf.while (%a = %x, %b = %y, %i = %c0) : (!T, !T, index) -> (!T, !T, index) {
    %p = arith.cmpi ult, %i, %c3 : index
    scf.condition(%p) %b, %a, %i : !T, !T, index
  } do {
  ^bb0(%b: !T, %a: !T, %i: index):
    %t = linalg.tanh ins(%a : !T) outs(%e : !T) -> !T
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %t, %j : !T, !T, index
  }
  return %r#0, %r#1 : !T, !T
}
