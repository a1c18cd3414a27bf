// RUN: matrix-run %s --random=3 --check

// Integer column sums, starting from 4.
func.func @main(%a: tensor<77x9xi32>) -> tensor<9xi32> {
  %fc = arith.constant 4 : i32
  %fe = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%fc : i32) outs(%fe : tensor<9xi32>) -> tensor<9xi32>
  %r = linalg.reduce { arith.addi } ins(%a : tensor<77x9xi32>) outs(%f : tensor<9xi32>) dimensions = [0]
  return %r : tensor<9xi32>
}
