// RUN: matrix-run %s --random=3 --check=f64

// A diagonal of joined slices of one tensor.
func.func @main(%x: tensor<8x8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %low = tensor.extract_slice %x[4, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %high = tensor.extract_slice %x[0, 0] [4, 8] [1, 1] : tensor<8x8xf32> to tensor<4x8xf32>
  %joined = tensor.concat dim(0) %low, %high : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%joined, %y : tensor<8x8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %sum : tensor<8xf32>
}
