// RUN: matrix-run %s --random=3 --check

// Maxima of rows start from a computed column.
func.func @main(%x: tensor<33x40xf32>, %y: tensor<33xf32>) -> tensor<33xf32> {
  %empty = tensor.empty() : tensor<33xf32>
  %init = linalg.exp ins(%y : tensor<33xf32>) outs(%empty : tensor<33xf32>) -> tensor<33xf32>
  %max = linalg.reduce { arith.maximumf } ins(%x : tensor<33x40xf32>) outs(%init : tensor<33xf32>) dimensions = [1]
  return %max : tensor<33xf32>
}
