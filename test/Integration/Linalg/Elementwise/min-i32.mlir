// RUN: matrix-run %s --random=3 --check

// Integer minimum.
func.func @main(%a: tensor<9x77xi32>) -> tensor<9xi32> {
  %fc = arith.constant 2147483647 : i32
  %fe = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%fc : i32) outs(%fe : tensor<9xi32>) -> tensor<9xi32>
  %r = linalg.reduce { arith.minsi } ins(%a : tensor<9x77xi32>) outs(%f : tensor<9xi32>) dimensions = [1]
  return %r : tensor<9xi32>
}
