// RUN: matrix-run %s --random=3 --check

// Results are rounded once, after the sum with the bias of the columns.
func.func @main(%a: tensor<33x20xf16>, %b: tensor<20x47xf16>, %bias: tensor<33xf16>) -> tensor<33x47xf16> {
  %empty = tensor.empty() : tensor<33x47xf16>
  %init = linalg.broadcast ins(%bias : tensor<33xf16>) outs(%empty : tensor<33x47xf16>) dimensions = [1]
  %m = linalg.matmul ins(%a, %b : tensor<33x20xf16>, tensor<20x47xf16>) outs(%init : tensor<33x47xf16>) -> tensor<33x47xf16>
  return %m : tensor<33x47xf16>
}
