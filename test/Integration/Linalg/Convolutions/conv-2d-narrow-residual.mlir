// RUN: matrix-run %s --random=3 --check

// A convolution without channels, whose result has no dimension of columns, and a narrow operand
// that is added.
func.func @main(%arg0: tensor<4x5xf16>, %arg1: tensor<3x5xf16>, %arg2: tensor<4x2xf16>) -> (tensor<4x2xf32>) {
  %v1 = arith.constant 0.0 : f16
  %v4 = tensor.pad %arg0 low[1, 0] high[1, 1] {
  ^bb0(%v2: index, %v3: index):
    tensor.yield %v1 : f16
  } : tensor<4x5xf16> to tensor<6x6xf16>
  %v5 = arith.constant 0.0 : f32
  %v6 = tensor.empty() : tensor<4x2xf32>
  %v7 = linalg.fill ins(%v5 : f32) outs(%v6 : tensor<4x2xf32>) -> tensor<4x2xf32>
  %v8 = linalg.conv_2d ins(%v4, %arg1 : tensor<6x6xf16>, tensor<3x5xf16>) outs(%v7 : tensor<4x2xf32>) -> tensor<4x2xf32>
  %v9 = tensor.empty() : tensor<4x2xf32>
  %v13 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v8, %arg2 : tensor<4x2xf32>, tensor<4x2xf16>) outs(%v9 : tensor<4x2xf32>) {
  ^bb0(%v10: f32, %v11: f16, %v12: f32):
  %v14 = arith.extf %v11 : f16 to f32
  %v15 = arith.addf %v10, %v14 : f32
  linalg.yield %v15 : f32
  } -> tensor<4x2xf32>
  return %v13 : tensor<4x2xf32>
}
