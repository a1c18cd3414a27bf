// RUN: matrix-run %s --random --check

// The reduction is the root of an epilogue, which converts to the narrow type, but writes its result backwards.
func.func @main(%x: tensor<15x8x5xi8>) -> (tensor<8x15x4xi8>) {
  %zero = arith.constant 0 : i8
  %empty = tensor.empty() : tensor<8x15x4xi8>
  %init = linalg.fill ins(%zero : i8) outs(%empty : tensor<8x15x4xi8>) -> tensor<8x15x4xi8>
  %max = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1, 14 - d0, 3)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<15x8x5xi8>) outs(%init : tensor<8x15x4xi8>) {
  ^bb0(%a: i8, %b: i8):
  %m = arith.maxui %b, %a : i8
  linalg.yield %m : i8
  } -> tensor<8x15x4xi8>
  return %max : tensor<8x15x4xi8>
}
