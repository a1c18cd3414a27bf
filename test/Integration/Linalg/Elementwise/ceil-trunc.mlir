// RUN: matrix-run %s --random=3 --check

// ceil and trunc are expanded to floor.
func.func @main(%a0: tensor<1009xf32>) -> tensor<1009xf32> {
  %e = tensor.empty() : tensor<1009xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%a0 : tensor<1009xf32>) outs(%e : tensor<1009xf32>) {
  ^bb0(%x0: f32, %o: f32):
    %c = math.ceil %x0 : f32
    %d = math.trunc %x0 : f32
    %y = arith.addf %c, %d : f32
    linalg.yield %y : f32
  } -> tensor<1009xf32>
  return %r : tensor<1009xf32>
}
