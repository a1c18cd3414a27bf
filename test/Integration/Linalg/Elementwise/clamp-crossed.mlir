// RUN: matrix-run %s --random --check

// Where the lower limit exceeds the upper one, it is the result, in tile code as in scalar
// code (rank 0).
func.func @main(%x: tensor<40x50xf32>, %low: tensor<40x50xf32>, %high: tensor<40x50xf32>,
                %y: tensor<f32>, %a: tensor<f32>, %b: tensor<f32>)
    -> (tensor<40x50xf32>, tensor<40x50xf32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<40x50xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %low, %high : tensor<40x50xf32>, tensor<40x50xf32>, tensor<40x50xf32>)
      outs(%e : tensor<40x50xf32>) {
  ^bb0(%v: f32, %l: f32, %h: f32, %o: f32):
    %c = math.clampf %v to [%l, %h] : f32
    linalg.yield %c : f32
  } -> tensor<40x50xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<40x50xf32>) outs(%e : tensor<40x50xf32>) {
  ^bb0(%v: f32, %o: f32):
    %c = math.clampf %v to [%one, %half] : f32
    linalg.yield %c : f32
  } -> tensor<40x50xf32>
  %f = tensor.empty() : tensor<f32>
  %t = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>,
                                        affine_map<() -> ()>], iterator_types = []}
      ins(%y, %a, %b : tensor<f32>, tensor<f32>, tensor<f32>) outs(%f : tensor<f32>) {
  ^bb0(%v: f32, %l: f32, %h: f32, %o: f32):
    %c = math.clampf %v to [%l, %h] : f32
    linalg.yield %c : f32
  } -> tensor<f32>
  return %r, %s, %t : tensor<40x50xf32>, tensor<40x50xf32>, tensor<f32>
}
