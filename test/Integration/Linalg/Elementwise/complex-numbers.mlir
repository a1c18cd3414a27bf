// RUN: matrix-run %s --random=2 --check

// Complex numbers within a body.
func.func @main(%x: tensor<6x8xf32>, %y: tensor<6x8xf32>) -> (tensor<6x8xf32>, tensor<6x8xf32>) {
  %e = tensor.empty() : tensor<6x8xf32>
  %r = linalg.map ins(%x, %y : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) (%a: f32, %b: f32, %o: f32) {
    %c = complex.create %a, %b : complex<f32>
    %d = complex.exp %c : complex<f32>
    %m = complex.mul %d, %c : complex<f32>
    %s = complex.abs %m : complex<f32>
    linalg.yield %s : f32
  }
  %t = linalg.map ins(%x, %y : tensor<6x8xf32>, tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) (%a: f32, %b: f32, %o: f32) {
    %c = complex.create %a, %b : complex<f32>
    %d = complex.div %c, %c : complex<f32>
    %q = complex.sub %d, %c : complex<f32>
    %re = complex.re %q : complex<f32>
    %im = complex.im %q : complex<f32>
    %s = arith.subf %re, %im : f32
    linalg.yield %s : f32
  }
  return %r, %t : tensor<6x8xf32>, tensor<6x8xf32>
}
