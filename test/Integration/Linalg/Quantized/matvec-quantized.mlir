// RUN: matrix-run %s --random=3 --check

// A fully connected layer for batch size 1: bias, ReLU, scaling, rounding, narrowing.
func.func @main(%a: tensor<37x70xi8>, %x: tensor<70xi8>, %b: tensor<37xi32>) -> tensor<37xi8> {
  %r = linalg.matvec ins(%a, %x : tensor<37x70xi8>, tensor<70xi8>) outs(%b : tensor<37xi32>) -> tensor<37xi32>
  %e = tensor.empty() : tensor<37xi8>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%r : tensor<37xi32>) outs(%e : tensor<37xi8>) {
  ^bb0(%v: i32, %o: i8):
    %zero = arith.constant 0 : i32
    %scale = arith.constant 0.001953125 : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %p = arith.maxsi %v, %zero : i32
    %s = arith.sitofp %p : i32 to f32
    %m = arith.mulf %s, %scale : f32
    %q = math.roundeven %m : f32
    %g = arith.maximumf %q, %lo : f32
    %l = arith.minimumf %g, %hi : f32
    %t = arith.fptosi %l : f32 to i8
    linalg.yield %t : i8
  } -> tensor<37xi8>
  return %y : tensor<37xi8>
}
