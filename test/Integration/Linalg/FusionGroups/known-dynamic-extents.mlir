// Dynamic dimensions whose extents are known, as specialized programs have them.
//
// RUN: matrix-run %s --random --check

#same = affine_map<(i, j) -> (i, j)>

func.func @main(%x: tensor<17x8xf32>, %w: tensor<8x4xf32>) -> tensor<17x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %y = tensor.cast %x : tensor<17x8xf32> to tensor<?x8xf32>
  %rows = tensor.dim %y, %c0 : tensor<?x8xf32>
  %e0 = tensor.empty(%rows) : tensor<?x8xf32>
  %square = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<?x8xf32>) outs(%e0 : tensor<?x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %a : f32
    linalg.yield %0 : f32
  } -> tensor<?x8xf32>
  %sum = linalg.add ins(%square, %y : tensor<?x8xf32>, tensor<?x8xf32>) outs(%e0 : tensor<?x8xf32>) -> tensor<?x8xf32>
  %e1 = tensor.empty(%rows) : tensor<?x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<?x4xf32>) -> tensor<?x4xf32>
  %product = linalg.matmul ins(%sum, %w : tensor<?x8xf32>, tensor<8x4xf32>) outs(%init : tensor<?x4xf32>) -> tensor<?x4xf32>
  %result = tensor.cast %product : tensor<?x4xf32> to tensor<17x4xf32>
  return %result : tensor<17x4xf32>
}
