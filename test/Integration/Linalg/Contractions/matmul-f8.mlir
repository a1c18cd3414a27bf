// RUN: matrix-run %s --random=3 --check

// Products of 8-bit floats are exact in f32.
func.func @main(%a: tensor<33x70xf8E4M3FN>, %b: tensor<70x47xf8E4M3FN>) -> tensor<33x47xf32> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<33x47xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33x47xf32>) -> tensor<33x47xf32>
  %m = linalg.matmul ins(%a, %b : tensor<33x70xf8E4M3FN>, tensor<70x47xf8E4M3FN>) outs(%f : tensor<33x47xf32>) -> tensor<33x47xf32>
  return %m : tensor<33x47xf32>
}
