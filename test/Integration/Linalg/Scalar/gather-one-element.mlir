// RUN: matrix-run %s --random=4 --check

// A gather whose only position is known: one element of a tensor, of rank 0.
#each = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<1x9xf32>, %table: tensor<8xf32>, %init: tensor<1x9xf32>) -> tensor<1x9xf32> {
  %size = arith.constant 8 : index
  %r = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x9xf32>) outs(%init : tensor<1x9xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %position = arith.remui %i, %size : index
    %element = tensor.extract %table[%position] : tensor<8xf32>
    %sum = arith.addf %in, %element : f32
    linalg.yield %sum : f32
  } -> tensor<1x9xf32>
  return %r : tensor<1x9xf32>
}
