// RUN: matrix-run %s --random=3 --check

// The branch condition depends on a sum computed by the cores.
func.func @main(%x: tensor<20x20xf32>) -> tensor<20x20xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z: f32) outs(%e: tensor<f32>) -> tensor<f32>
  %s = linalg.reduce ins(%x: tensor<20x20xf32>) outs(%f: tensor<f32>) dimensions=[0,1] (%a: f32, %b: f32) { %c = arith.addf %a, %b : f32
    linalg.yield %c : f32 }
  %v = tensor.extract %s[] : tensor<f32>
  %p = arith.cmpf ogt, %v, %z : f32
  %r = scf.if %p -> tensor<20x20xf32> {
    %e2 = tensor.empty() : tensor<20x20xf32>
    %m = linalg.exp ins(%x: tensor<20x20xf32>) outs(%e2: tensor<20x20xf32>) -> tensor<20x20xf32>
    scf.yield %m : tensor<20x20xf32>
  } else {
    scf.yield %x : tensor<20x20xf32>
  }
  return %r : tensor<20x20xf32>
}
