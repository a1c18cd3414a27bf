// A recurrent layer: each iteration reads one slice of the input.

!T = tensor<16x16xf32>

func.func @main(%x: tensor<6x16x16xf32>, %w: !T, %h0: !T) -> (!T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : !T
  %r = scf.for %t = %c0 to %c6 step %c1 iter_args(%h = %h0) -> (!T) {
    %s = tensor.extract_slice %x[%t, 0, 0] [1, 16, 16] [1, 1, 1] : tensor<6x16x16xf32> to !T
    %f = linalg.fill ins(%zero : f32) outs(%e : !T) -> !T
    %a = linalg.matmul ins(%s, %w : !T, !T) outs(%f : !T) -> !T
    %b = linalg.matmul ins(%h, %w : !T, !T) outs(%a : !T) -> !T
    %u = linalg.tanh ins(%b : !T) outs(%e : !T) -> !T
    scf.yield %u : !T
  }
  return %r : !T
}
