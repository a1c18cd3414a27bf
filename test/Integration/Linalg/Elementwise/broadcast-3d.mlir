// RUN: matrix-run %s --random=3 --check

// Three broadcasts along different dimensions.
func.func @main(%a0: tensor<7xf32>, %a1: tensor<3x11xf32>, %a2: tensor<11xbf16>) -> tensor<3x7x11xf32> {
  %e = tensor.empty() : tensor<3x7x11xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a,b,c)->(b)>, affine_map<(a,b,c)->(a,c)>, affine_map<(a,b,c)->(c)>, affine_map<(a,b,c)->(a,b,c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a0, %a1, %a2 : tensor<7xf32>, tensor<3x11xf32>, tensor<11xbf16>) outs(%e : tensor<3x7x11xf32>) {
  ^bb0(%x0: f32, %x1: f32, %x2: bf16, %o: f32):
    %f = arith.extf %x2 : bf16 to f32
    %s = arith.addf %x0, %x1 : f32
    %y = arith.mulf %s, %f : f32
    linalg.yield %y : f32
  } -> tensor<3x7x11xf32>
  return %r : tensor<3x7x11xf32>
}
