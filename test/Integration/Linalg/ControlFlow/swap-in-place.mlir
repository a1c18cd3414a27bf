// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --mcpu=edge

// Loops swap two tensors, of which one is updated in place.
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>, %w: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %half = tensor.extract_slice %w[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %m = linalg.matmul ins(%w, %w : tensor<8x8xf32>, tensor<8x8xf32>) outs(%a : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %b, %m : tensor<8x8xf32>, tensor<8x8xf32>
  }
  %q:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
    %n = tensor.insert_slice %half into %a[0, 2] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
    scf.yield %b, %n : tensor<8x8xf32>, tensor<8x8xf32>
  }
  return %r#0, %r#1, %q#0, %q#1 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>
}
