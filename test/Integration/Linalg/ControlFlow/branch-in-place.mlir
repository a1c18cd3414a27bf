// RUN: matrix-run %s --random=3 --check

// A branch in a loop yields another tensor, or updates the carried one, which is
// read afterwards.
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %half = tensor.extract_slice %x[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %x) -> tensor<8x8xf32> {
    %holds = arith.cmpi eq, %i, %c2 : index
    %f = scf.if %holds -> tensor<8x8xf32> {
      scf.yield %y : tensor<8x8xf32>
    } else {
      %n = tensor.insert_slice %half into %a[0, 2] [8, 4] [1, 1] : tensor<8x4xf32> into tensor<8x8xf32>
      scf.yield %n : tensor<8x8xf32>
    }
    %u = arith.addf %f, %a : tensor<8x8xf32>
    scf.yield %u : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}
