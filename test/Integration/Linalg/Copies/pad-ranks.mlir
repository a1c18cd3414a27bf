// RUN: matrix-run %s --random=3 --check

// Pads of several ranks: planes and blocks that are padding alone, also in dimensions
// outside the three of a transfer, rows longer than a block, and a dimension of one element.
func.func @main(%a: tensor<2x3x2x3x5xf32>, %b: tensor<1x20000xbf16>, %c: tensor<7xi64>)
    -> (tensor<7x3x5x3x14xf32>, tensor<6x20009xbf16>, tensor<500xi64>) {
  %f = arith.constant -1.5 : f32
  %inf = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0 : i64
  %pa = tensor.pad %a low[4, 0, 1, 0, 9] high[1, 0, 2, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index, %m: index):
    tensor.yield %f : f32
  } : tensor<2x3x2x3x5xf32> to tensor<7x3x5x3x14xf32>
  %pb = tensor.pad %b low[2, 9] high[3, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %inf : bf16
  } : tensor<1x20000xbf16> to tensor<6x20009xbf16>
  %pc = tensor.pad %c low[400] high[93] {
  ^bb0(%i: index):
    tensor.yield %zero : i64
  } : tensor<7xi64> to tensor<500xi64>
  return %pa, %pb, %pc : tensor<7x3x5x3x14xf32>, tensor<6x20009xbf16>, tensor<500xi64>
}
