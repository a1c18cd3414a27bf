// Each yielded tensor needs the old value of the other.

!T = tensor<16x16xf32>
!Row = tensor<1x16xf32>

func.func @main(%x: !T, %y: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %x, %b = %y) -> (!T, !T) {
    %s = tensor.extract_slice %a[0, 0] [1, 16] [1, 1] : !T to !Row
    %t = tensor.insert_slice %s into %b[0, 0] [1, 16] [1, 1] : !Row into !T
    scf.yield %b, %t : !T, !T
  }
  return %r#0, %r#1 : !T, !T
}
