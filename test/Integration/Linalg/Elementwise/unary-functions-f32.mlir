// RUN: matrix-run %s --random=3 --check

// Unary functions, rounding operations, and fused multiply-add.
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<33x45xf32>, %b: tensor<33x45xf32>) -> (tensor<33x45xf32>) {
  %r_e = tensor.empty() : tensor<33x45xf32>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<33x45xf32>, tensor<33x45xf32>) outs(%r_e : tensor<33x45xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %two = arith.constant 2.0 : f32
    %s = math.sin %x : f32
    %c = math.cos %y : f32
    %f = math.fma %s, %c, %x : f32
    %n = math.roundeven %f : f32
    %m = math.absf %y : f32
    %p = arith.addf %m, %two : f32
    %i = arith.divf %one, %p : f32
    %g = arith.negf %x : f32
    %e = math.exp %g : f32
    %h = arith.addf %one, %e : f32
    %v = arith.divf %one, %h : f32
    %w = arith.addf %n, %i : f32
    %z = arith.addf %w, %v : f32
    linalg.yield %z : f32
  } -> tensor<33x45xf32>
  return %r : tensor<33x45xf32>
}
