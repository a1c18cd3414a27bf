// RUN: matrix-run %s --random=3 --check

// An elementwise operation moves the elements of the results of another one, which has two.
#all = affine_map<(c, y, p, x, q) -> (c, y, p, x, q)>
#source = affine_map<(c, y, p, x, q) -> (c, p, q, y, x)>
#phases = affine_map<(c, y, p, x, q) -> (c, p, q)>
#moved = affine_map<(c, p, q, y, x) -> (c, y, p, x, q)>
func.func @main(%a: tensor<4x14x2x14x2xf32>, %b: tensor<4x2x2x14x14xf32>, %factor: tensor<4x2x2xf32>) -> tensor<4x14x2x14x2xf32> {
  %e = tensor.empty() : tensor<4x2x2x14x14xf32>
  %x:2 = linalg.generic {indexing_maps = [#moved, #all, #all, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<4x14x2x14x2xf32>, tensor<4x2x2x14x14xf32>) outs(%e, %e : tensor<4x2x2x14x14xf32>, tensor<4x2x2x14x14xf32>) {
  ^bb0(%l: f32, %r: f32, %o0: f32, %o1: f32):
    %s = arith.addf %l, %r : f32
    %d = arith.subf %l, %r : f32
    linalg.yield %s, %d : f32, f32
  } -> (tensor<4x2x2x14x14xf32>, tensor<4x2x2x14x14xf32>)
  %f = tensor.empty() : tensor<4x14x2x14x2xf32>
  %y = linalg.generic {indexing_maps = [#source, #source, #phases, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x#0, %x#1, %factor : tensor<4x2x2x14x14xf32>, tensor<4x2x2x14x14xf32>, tensor<4x2x2xf32>) outs(%f : tensor<4x14x2x14x2xf32>) {
  ^bb0(%l: f32, %r: f32, %w: f32, %o: f32):
    %s = arith.maximumf %l, %r : f32
    %t = arith.mulf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<4x14x2x14x2xf32>
  return %y : tensor<4x14x2x14x2xf32>
}
