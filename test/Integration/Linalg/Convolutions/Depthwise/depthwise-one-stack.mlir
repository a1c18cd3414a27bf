// The stack of seven image rows is the only one of a block, so that the epilogue is in the same block of code.

// RUN: matrix-run %s --cores=1 --random --check=f64
// RUN: matrix-run %s --mcpu=edge --functional --random --check=f64

#id = affine_map<(n, c, y, x) -> (n, c, y, x)>
#channel = affine_map<(n, c, y, x) -> (c)>

func.func @main(%image: tensor<1x32x7x7xf32>, %filter: tensor<32x3x3xf32>, %bias: tensor<32xf32>)
    -> tensor<1x32x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %padded = tensor.pad %image low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x32x7x7xf32> to tensor<1x32x9x9xf32>
  %e = tensor.empty() : tensor<1x32x7x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %sums = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%padded, %filter : tensor<1x32x9x9xf32>, tensor<32x3x3xf32>)
      outs(%init : tensor<1x32x7x7xf32>) -> tensor<1x32x7x7xf32>
  %r = linalg.generic {indexing_maps = [#id, #channel, #id],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %bias : tensor<1x32x7x7xf32>, tensor<32xf32>) outs(%e : tensor<1x32x7x7xf32>) {
  ^bb0(%x: f32, %b: f32, %o: f32):
    %s = arith.addf %x, %b : f32
    %isPositive = arith.cmpf ogt, %s, %zero : f32
    %positive = arith.select %isPositive, %s, %zero : f32
    %t = arith.minimumf %positive, %six : f32
    linalg.yield %t : f32
  } -> tensor<1x32x7x7xf32>
  return %r : tensor<1x32x7x7xf32>
}
