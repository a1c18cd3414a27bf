// RUN: matrix-run %s --random=3 --check

// Narrowing conversions wrap around.
func.func @main(%a0: tensor<33x45xi32>) -> tensor<33x45xi8> {
  %e = tensor.empty() : tensor<33x45xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<33x45xi32>) outs(%e : tensor<33x45xi8>) {
  ^bb0(%x0: i32, %o: i8):
    %c = arith.constant 37 : i32
    %m = arith.muli %x0, %c : i32
    %y = arith.trunci %m : i32 to i8
    linalg.yield %y : i8
  } -> tensor<33x45xi8>
  return %r : tensor<33x45xi8>
}
