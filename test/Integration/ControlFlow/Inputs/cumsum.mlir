// Each iteration writes a row of the result, and carries the sum of the rows.

!T = tensor<16x16xf32>
!Row = tensor<1x16xf32>

func.func @main(%x: !T) -> (!T, !Row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !T
  %row = tensor.empty() : !Row
  %f = linalg.fill ins(%zero : f32) outs(%row : !Row) -> !Row
  %r:2 = scf.for %t = %c0 to %c16 step %c1 iter_args(%o = %e, %a = %f) -> (!T, !Row) {
    %s = tensor.extract_slice %x[%t, 0] [1, 16] [1, 1] : !T to !Row
    %b = linalg.add ins(%s, %a : !Row, !Row) outs(%row : !Row) -> !Row
    %p = tensor.insert_slice %b into %o[%t, 0] [1, 16] [1, 1] : !Row into !T
    scf.yield %p, %b : !T, !Row
  }
  return %r#0, %r#1 : !T, !Row
}
