// RUN: matrix-run %s --random=3 --check

// Max pooling.
func.func @main(%a0: tensor<1x12x13x24xf32>, %a1: tensor<3x3xf32>) -> tensor<1x10x11x24xf32> {
  %fc = arith.constant 0xFF800000 : f32
  %fe = tensor.empty() : tensor<1x10x11x24xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<1x10x11x24xf32>) -> tensor<1x10x11x24xf32>
  %r = linalg.pooling_nhwc_max  ins(%a0, %a1 : tensor<1x12x13x24xf32>, tensor<3x3xf32>) outs(%f : tensor<1x10x11x24xf32>) -> tensor<1x10x11x24xf32>
  return %r : tensor<1x10x11x24xf32>
}
