// RUN: matrix-run %s --random=3 --check

// A depthwise convolution of a padded image with bias and relu6: the filters
// are transposed in the scratchpad, transfers fill the padding.
func.func @main(%a0: tensor<1x40x13x21xf32>, %a1: tensor<40x3x3xf32>, %a2: tensor<40xf32>) -> tensor<1x40x13x21xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %p = tensor.pad %a0 low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x40x13x21xf32> to tensor<1x40x15x23xf32>
  %e = tensor.empty() : tensor<1x40x13x21xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x40x13x21xf32>) -> tensor<1x40x13x21xf32>
  %c = linalg.depthwise_conv_2d_nchw_chw ins(%p, %a1 : tensor<1x40x15x23xf32>, tensor<40x3x3xf32>) outs(%f : tensor<1x40x13x21xf32>) -> tensor<1x40x13x21xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(n, c, y, x) -> (n, c, y, x)>, affine_map<(n, c, y, x) -> (c)>, affine_map<(n, c, y, x) -> (n, c, y, x)>],
    iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  } ins(%c, %a2 : tensor<1x40x13x21xf32>, tensor<40xf32>) outs(%e : tensor<1x40x13x21xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %l = arith.maximumf %s, %zero : f32
    %h = arith.minimumf %l, %six : f32
    linalg.yield %h : f32
  } -> tensor<1x40x13x21xf32>
  return %r : tensor<1x40x13x21xf32>
}
