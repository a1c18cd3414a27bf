// A loop of scalar code writes memory and returns the value of the branch
// condition.

!T = tensor<16x16xf32>
!Column = tensor<16xf32>

func.func @main(%x: !T) -> (!Column, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !T
  %e0 = tensor.empty() : !Column
  %r:2 = scf.for %i = %c0 to %c16 step %c1 iter_args(%o = %e0, %s = %zero) -> (!Column, f32) {
    %v = tensor.extract %x[%i, %i] : !T
    %t = arith.addf %s, %v : f32
    %p = tensor.insert %t into %o[%i] : !Column
    scf.yield %p, %t : !Column, f32
  }
  %c = arith.cmpf ogt, %r#1, %zero : f32
  %q = scf.if %c -> (!T) {
    %t = linalg.tanh ins(%x : !T) outs(%e : !T) -> !T
    scf.yield %t : !T
  } else {
    %t = linalg.add ins(%x, %x : !T, !T) outs(%e : !T) -> !T
    scf.yield %t : !T
  }
  return %r#0, %q : !Column, !T
}
