// A branch with several cases.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %n: tensor<i32>) -> (!T) {
  %e = tensor.empty() : !T
  %k = tensor.extract %n[] : tensor<i32>
  %which = arith.index_cast %k : i32 to index
  %r = scf.index_switch %which -> !T
  case 1 {
    %t = linalg.tanh ins(%x : !T) outs(%e : !T) -> !T
    scf.yield %t : !T
  }
  case 4 {
    %t = linalg.add ins(%x, %x : !T, !T) outs(%e : !T) -> !T
    scf.yield %t : !T
  }
  default {
    scf.yield %x : !T
  }
  return %r : !T
}
