// A while loop that counts, and adds a tensor to itself.

!T = tensor<16x16xf32>

func.func @main(%x: !T) -> (!T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.while (%i = %c0, %t = %x) : (index, !T) -> (index, !T) {
    %p = arith.cmpi ult, %i, %c3 : index
    scf.condition(%p) %i, %t : index, !T
  } do {
  ^bb0(%i: index, %t: !T):
    %u = linalg.add ins(%t, %t : !T, !T) outs(%t : !T) -> !T
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %u : index, !T
  }
  return %r#1 : !T
}
