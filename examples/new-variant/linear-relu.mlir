// max(x w + b, 0), bf16 in and f32 out.
func.func @main(%x: tensor<50x40xbf16>, %w: tensor<40x30xbf16>, %b: tensor<50x30xf32>) -> tensor<50x30xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<50x30xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<50x30xf32>) -> tensor<50x30xf32>
  %m = linalg.matmul ins(%x, %w : tensor<50x40xbf16>, tensor<40x30xbf16>)
                     outs(%f : tensor<50x30xf32>) -> tensor<50x30xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
                                        affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
       ins(%m, %b : tensor<50x30xf32>, tensor<50x30xf32>) outs(%e : tensor<50x30xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<50x30xf32>
  return %r : tensor<50x30xf32>
}
