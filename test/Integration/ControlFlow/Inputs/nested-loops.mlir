// Loops, a branch and a scalar that the outer loop carries.

!T = tensor<16x16xf32>

func.func @main(%x: !T, %y: !T) -> (!T, !T) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : !T
  %r:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x, %b = %y, %s = %one) -> (!T, !T, f32) {
    %q:2 = scf.for %j = %c0 to %c2 step %c1 iter_args(%c = %a, %d = %b) -> (!T, !T) {
      %ij = arith.addi %i, %j : index
      %m = arith.remui %ij, %c2 : index
      %odd = arith.cmpi eq, %m, %c1 : index
      %w:2 = scf.if %odd -> (!T, !T) {
        %t = linalg.tanh ins(%c : !T) outs(%e : !T) -> !T
        scf.yield %d, %t : !T, !T
      } else {
        %f = linalg.fill ins(%zero : f32) outs(%e : !T) -> !T
        %p = linalg.matmul ins(%c, %d : !T, !T) outs(%f : !T) -> !T
        %h = tensor.splat %half : !T
        %u = linalg.mul ins(%p, %h : !T, !T) outs(%e : !T) -> !T
        scf.yield %u, %c : !T, !T
      }
      scf.yield %w#0, %w#1 : !T, !T
    }
    %v = tensor.extract %q#0[%c1, %c2] : !T
    %sum = arith.addf %s, %v : f32
    %z = tensor.insert %sum into %q#1[%c0, %c0] : !T
    scf.yield %q#0, %z, %sum : !T, !T, f32
  }
  return %r#0, %r#1 : !T, !T
}
