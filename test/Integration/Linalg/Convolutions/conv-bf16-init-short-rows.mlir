// RUN: matrix-run %s --random=5 --check

// A tile of the initial value holds two column blocks, and an image row only one.
func.func @main(%arg0: tensor<2x1x3x2x12xbf16>, %arg1: tensor<2x1x3x1x3xbf16>, %arg2: tensor<2x1x2x2x8xbf16>) -> (tensor<2x1x2x2x8xbf16>) {
  %v1 = linalg.conv_2d_ngchw_fgchw {dilations = dense<[3, 2]> : tensor<2xi64>, strides = dense<[1, 1]> : tensor<2xi64>} ins(%arg0, %arg1 : tensor<2x1x3x2x12xbf16>, tensor<2x1x3x1x3xbf16>) outs(%arg2 : tensor<2x1x2x2x8xbf16>) -> tensor<2x1x2x2x8xbf16>
  %v2 = tensor.empty() : tensor<2x1x2x2x8xbf16>
  %v5 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>, affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%v1 : tensor<2x1x2x2x8xbf16>) outs(%v2 : tensor<2x1x2x2x8xbf16>) {
  ^bb0(%v3: bf16, %v4: bf16):
  %v6 = arith.constant 0.0 : bf16
  %v7 = arith.maximumf %v3, %v6 : bf16
  linalg.yield %v7 : bf16
  } -> tensor<2x1x2x2x8xbf16>
  return %v5 : tensor<2x1x2x2x8xbf16>
}
