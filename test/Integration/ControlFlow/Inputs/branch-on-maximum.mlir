// A maximum computed by the cores is the branch condition of each iteration.

!T = tensor<16x16xf32>

func.func @main(%x: !T) -> (!T, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : !T
  %low = arith.constant 0xFF800000 : f32
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %x, %s = %zero) -> (!T, f32) {
    %u = linalg.tanh ins(%a : !T) outs(%e : !T) -> !T
    %se = tensor.empty() : tensor<f32>
    %l = linalg.fill ins(%low : f32) outs(%se : tensor<f32>) -> tensor<f32>
    %q = linalg.reduce ins(%u : !T) outs(%l : tensor<f32>) dimensions = [0, 1]
      (%in: f32, %out: f32) {
        %m = arith.maximumf %in, %out : f32
        linalg.yield %m : f32
      }
    %v = tensor.extract %q[] : tensor<f32>
    %p = arith.cmpf ogt, %v, %s : f32
    %w:2 = scf.if %p -> (!T, f32) {
      %h = tensor.splat %half : !T
      %t = linalg.add ins(%u, %h : !T, !T) outs(%e : !T) -> !T
      scf.yield %t, %v : !T, f32
    } else {
      %t = linalg.add ins(%u, %u : !T, !T) outs(%e : !T) -> !T
      scf.yield %t, %s : !T, f32
    }
    scf.yield %w#0, %w#1 : !T, f32
  }
  %z = tensor.from_elements %r#1 : tensor<f32>
  return %r#0, %z : !T, tensor<f32>
}
