// Reductions over windows whose results are combined with a transposed image.
//
// RUN: matrix-run %s --mcpu=base --random --check

func.func @main(%image: tensor<1x16x18x22xf32>, %taps: tensor<16x3x3xf32>,
                %x: tensor<1x16x20x16xf32>)
    -> (tensor<1x16x16x20xf32>, tensor<1x16x16x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x16x16x20xf32>
  %t = linalg.transpose ins(%x : tensor<1x16x20x16xf32>) outs(%e : tensor<1x16x16x20xf32>) permutation = [0, 1, 3, 2]
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x16x20xf32>) -> tensor<1x16x16x20xf32>
  %sums = linalg.depthwise_conv_2d_nchw_chw ins(%image, %taps : tensor<1x16x18x22xf32>, tensor<16x3x3xf32>)
      outs(%i : tensor<1x16x16x20xf32>) -> tensor<1x16x16x20xf32>
  %r = linalg.map ins(%sums, %t : tensor<1x16x16x20xf32>, tensor<1x16x16x20xf32>) outs(%e : tensor<1x16x16x20xf32>)
    (%a: f32, %b: f32, %out: f32) {
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    }
  %window = tensor.empty() : tensor<3x3xf32>
  %j = linalg.fill ins(%least : f32) outs(%e : tensor<1x16x16x20xf32>) -> tensor<1x16x16x20xf32>
  %maxima = linalg.pooling_nchw_max ins(%image, %window : tensor<1x16x18x22xf32>, tensor<3x3xf32>)
      outs(%j : tensor<1x16x16x20xf32>) -> tensor<1x16x16x20xf32>
  %q = linalg.map ins(%maxima, %t : tensor<1x16x16x20xf32>, tensor<1x16x16x20xf32>) outs(%e : tensor<1x16x16x20xf32>)
    (%a: f32, %b: f32, %out: f32) {
      %s = arith.mulf %a, %b : f32
      linalg.yield %s : f32
    }
  return %r, %q : tensor<1x16x16x20xf32>, tensor<1x16x16x20xf32>
}
