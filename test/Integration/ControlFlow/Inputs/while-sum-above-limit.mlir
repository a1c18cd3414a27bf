// All cores read the sum that the loop condition depends on, while core 0 may
// continue.

!T = tensor<16x16xf32>

func.func @main(%x: !T) -> (!T, tensor<i32>) {
  %zero = arith.constant 0.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : !T
  %limit = arith.constant 8.0 : f32
  %none = arith.constant 0 : i32
  %more = arith.constant 1 : i32
  %r:2 = scf.while (%t = %x, %k = %none) : (!T, i32) -> (i32, !T) {
    %se = tensor.empty() : tensor<f32>
    %f = linalg.fill ins(%zero : f32) outs(%se : tensor<f32>) -> tensor<f32>
    %s = linalg.reduce ins(%t : !T) outs(%f : tensor<f32>) dimensions = [0, 1]
      (%a: f32, %b: f32) {
        %q = math.absf %a : f32
        %c = arith.addf %q, %b : f32
        linalg.yield %c : f32
      }
    %v = tensor.extract %s[] : tensor<f32>
    %p = arith.cmpf ogt, %v, %limit : f32
    scf.condition(%p) %k, %t : i32, !T
  } do {
  ^bb0(%k: i32, %t: !T):
    %h = tensor.splat %half : !T
    %u = linalg.mul ins(%t, %h : !T, !T) outs(%e : !T) -> !T
    %j = arith.addi %k, %more : i32
    scf.yield %u, %j : !T, i32
  }
  %n = tensor.from_elements %r#0 : tensor<i32>
  return %r#1, %n : !T, tensor<i32>
}
