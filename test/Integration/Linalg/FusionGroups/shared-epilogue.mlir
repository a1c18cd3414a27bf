// RUN: matrix-run %s --random=5 --check
// RUN: matrix-run %s --mcpu=ring32 --random=5 --check
// RUN: matrix-run %s --mcpu=edge --random=5 --check

// The sum of two contractions is the epilogue of one of them; the other one is
// written to memory, also if the two have unequal depths.
func.func @main(%a: tensor<24x32xf32>, %b: tensor<32x16xf32>, %c: tensor<24x70xf32>,
                %d: tensor<70x16xf32>) -> (tensor<24x16xf32>, tensor<24x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<24x16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<24x16xf32>) -> tensor<24x16xf32>
  %m = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x16xf32>) outs(%z : tensor<24x16xf32>) -> tensor<24x16xf32>
  %n = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x16xf32>) outs(%z : tensor<24x16xf32>) -> tensor<24x16xf32>
  %equal = linalg.add ins(%m, %n : tensor<24x16xf32>, tensor<24x16xf32>) outs(%f : tensor<24x16xf32>) -> tensor<24x16xf32>
  %p = linalg.matmul ins(%a, %b : tensor<24x32xf32>, tensor<32x16xf32>) outs(%z : tensor<24x16xf32>) -> tensor<24x16xf32>
  %q = linalg.matmul ins(%c, %d : tensor<24x70xf32>, tensor<70x16xf32>) outs(%z : tensor<24x16xf32>) -> tensor<24x16xf32>
  %unequal = linalg.sub ins(%p, %q : tensor<24x16xf32>, tensor<24x16xf32>) outs(%f : tensor<24x16xf32>) -> tensor<24x16xf32>
  return %equal, %unequal : tensor<24x16xf32>, tensor<24x16xf32>
}
