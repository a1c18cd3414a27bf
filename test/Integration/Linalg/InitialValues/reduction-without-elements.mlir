// RUN: matrix-run %s --random=3 --check

// No iteration of the first operation writes its result, which stays 5.
func.func @main(%a: tensor<9x16xf32>, %b: tensor<16x4xf32>) -> tensor<9x4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %five = arith.constant 5.0 : f32
  %empty = tensor.empty() : tensor<9x4xf32>
  %nothing = tensor.empty() : tensor<0xf32>
  %fives = linalg.fill ins(%five : f32) outs(%empty : tensor<9x4xf32>) -> tensor<9x4xf32>
  %init = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
                          iterator_types = ["parallel", "parallel", "reduction"]}
    ins(%two, %nothing : tensor<4xf32>, tensor<0xf32>) outs(%fives : tensor<9x4xf32>) {
  ^bb0(%x: f32, %y: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<9x4xf32>
  %product = linalg.matmul ins(%a, %b : tensor<9x16xf32>, tensor<16x4xf32>) outs(%init : tensor<9x4xf32>) -> tensor<9x4xf32>
  return %product : tensor<9x4xf32>
}
