// RUN: matrix-run %s --random=3 --check

// Scale, round, clamp, narrow.
func.func @main(%a0: tensor<33x45xi32>) -> tensor<33x45xi8> {
  %e = tensor.empty() : tensor<33x45xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0 : tensor<33x45xi32>) outs(%e : tensor<33x45xi8>) {
  ^bb0(%x0: i32, %o: i8):
    %k = arith.constant 0.0371 : f32
    %f = arith.sitofp %x0 : i32 to f32
    %m = arith.mulf %f, %k : f32
    %r3 = math.roundeven %m : f32
    %q = arith.fptosi %r3 : f32 to i32
    %lo = arith.constant -128 : i32
    %hi = arith.constant 127 : i32
    %u = arith.maxsi %q, %lo : i32
    %v = arith.minsi %u, %hi : i32
    %y = arith.trunci %v : i32 to i8
    linalg.yield %y : i8
  } -> tensor<33x45xi8>
  return %r : tensor<33x45xi8>
}
