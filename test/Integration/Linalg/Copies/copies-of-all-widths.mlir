// RUN: matrix-run %s --random=3 --check

// Copies of all element sizes: pads, slices, transposes, concatenation, strides.
func.func @main(%b: tensor<6x9xi8>, %w: tensor<6x9xi16>, %l: tensor<6x9xi64>, %d: tensor<40x300xi32>)
    -> (tensor<8x12xi8>, tensor<9x6xi16>, tensor<12x9xi64>, tensor<9x6xi64>, tensor<20x100xi32>, tensor<41x303xi32>) {
  %c3 = arith.constant 3 : i8
  %c7 = arith.constant 7 : i32
  %pad8 = tensor.pad %b low[1, 0] high[1, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c3 : i8
  } : tensor<6x9xi8> to tensor<8x12xi8>
  %e16 = tensor.empty() : tensor<9x6xi16>
  %t16 = linalg.transpose ins(%w : tensor<6x9xi16>) outs(%e16 : tensor<9x6xi16>) permutation = [1, 0]
  %both = tensor.concat dim(0) %l, %l : (tensor<6x9xi64>, tensor<6x9xi64>) -> tensor<12x9xi64>
  %e64 = tensor.empty() : tensor<9x6xi64>
  %t64 = linalg.transpose ins(%l : tensor<6x9xi64>) outs(%e64 : tensor<9x6xi64>) permutation = [1, 0]
  %every = tensor.extract_slice %d[1, 2] [20, 100] [2, 2] : tensor<40x300xi32> to tensor<20x100xi32>
  %pad32 = tensor.pad %d low[0, 1] high[1, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c7 : i32
  } : tensor<40x300xi32> to tensor<41x303xi32>
  return %pad8, %t16, %both, %t64, %every, %pad32
    : tensor<8x12xi8>, tensor<9x6xi16>, tensor<12x9xi64>, tensor<9x6xi64>, tensor<20x100xi32>, tensor<41x303xi32>
}
