// RUN: matrix-run %s --random=2 --check

// Tensors that nested loops carry: written in place, read beside the inner loop, and
// exchanged between loops.
func.func @main(%w: tensor<4x5x6xf32>, %v: tensor<5x6xf32>)
    -> (tensor<5x4x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<5x4x6xf32>
  %placed = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> tensor<5x4x6xf32> {
    %s = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<5x4x6xf32> {
      %x = tensor.extract_slice %w[%i, %j, 0] [1, 1, 6] [1, 1, 1] : tensor<4x5x6xf32> to tensor<6xf32>
      %y = arith.addf %x, %x : tensor<6xf32>
      %t = tensor.insert_slice %y into %b[%j, %i, 0] [1, 1, 6] [1, 1, 1] : tensor<6xf32> into tensor<5x4x6xf32>
      scf.yield %t : tensor<5x4x6xf32>
    }
    scf.yield %s : tensor<5x4x6xf32>
  }
  // The value before the inner loop is read after it.
  %read = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %v) -> tensor<5x6xf32> {
    %s = scf.for %j = %c0 to %c5 step %c1 iter_args(%b = %a) -> tensor<5x6xf32> {
      %x = tensor.extract_slice %b[%j, 0] [1, 6] [1, 1] : tensor<5x6xf32> to tensor<6xf32>
      %y = arith.mulf %x, %x : tensor<6xf32>
      %t = tensor.insert_slice %y into %b[%j, 0] [1, 6] [1, 1] : tensor<6xf32> into tensor<5x6xf32>
      scf.yield %t : tensor<5x6xf32>
    }
    %u = arith.subf %s, %a : tensor<5x6xf32>
    scf.yield %u : tensor<5x6xf32>
  }
  // The outer loop carries the result of a loop over another tensor.
  %other:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %v, %b = %read) -> (tensor<5x6xf32>, tensor<5x6xf32>) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%c = %a) -> tensor<5x6xf32> {
      %t = arith.addf %c, %b : tensor<5x6xf32>
      scf.yield %t : tensor<5x6xf32>
    }
    scf.yield %b, %s : tensor<5x6xf32>, tensor<5x6xf32>
  }
  return %placed, %read, %other#0, %other#1 : tensor<5x4x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>
}
