// The trip count is an argument; the result of each iteration is kept.

!T = tensor<16x16xf32>
!History = tensor<6x16x16xf32>

func.func @main(%x: !T, %n: tensor<i32>) -> (!History, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %k = tensor.extract %n[] : tensor<i32>
  %bound = arith.index_cast %k : i32 to index
  %h = tensor.empty() : !History
  %f = linalg.fill ins(%zero : f32) outs(%h : !History) -> !History
  %r:2 = scf.for %i = %c0 to %bound step %c1 iter_args(%a = %x, %o = %f) -> (!T, !History) {
    %s = tensor.insert_slice %a into %o[%i, 0, 0] [1, 16, 16] [1, 1, 1] : !T into !History
    %t = linalg.tanh ins(%a : !T) outs(%a : !T) -> !T
    scf.yield %t, %s : !T, !History
  }
  return %r#1, %r#0 : !History, !T
}
