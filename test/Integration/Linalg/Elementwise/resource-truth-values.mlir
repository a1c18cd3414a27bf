// RUN: matrix-run %s --random=3 --check

// Resources of i1 have a byte for each element, as PyTorch's masks; LLVM IR has
// neither these nor those of index.
func.func @main(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<3xi64>) {
  %mask = arith.constant dense_resource<mask> : tensor<2x4xi1>
  %places = arith.constant dense_resource<places> : tensor<3xindex>
  %r = arith.select %mask, %x, %y : tensor<2x4xi1>, tensor<2x4xf32>
  %p = arith.index_cast %places : tensor<3xindex> to tensor<3xi64>
  return %r, %p : tensor<2x4xf32>, tensor<3xi64>
}

{-#
  dialect_resources: {
    builtin: {
      mask: "0x010000000100010001000101",
      places: "0x08000000050000000000000007000000000000000000000000000000"
    }
  }
#-}
