// RUN: matrix-run %s --random=3 --check

// Maximum of narrow floats.
func.func @main(%a: tensor<9x77xf16>) -> tensor<9xf16> {
  %fc = arith.constant 0xFC00 : f16
  %fe = tensor.empty() : tensor<9xf16>
  %f = linalg.fill ins(%fc : f16) outs(%fe : tensor<9xf16>) -> tensor<9xf16>
  %r = linalg.reduce { arith.maximumf } ins(%a : tensor<9x77xf16>) outs(%f : tensor<9xf16>) dimensions = [1]
  return %r : tensor<9xf16>
}
