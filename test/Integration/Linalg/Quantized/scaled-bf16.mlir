// RUN: matrix-run %s --random=7 --check

// Bias and scale per column, clamp between 0 and 6, in bf16.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<37x70xbf16>, %b: tensor<70x53xbf16>, %bias: tensor<53xf32>, %scale: tensor<53xf32>) -> tensor<37x53xbf16> {
  %z = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<37x53xf32>
  %o = tensor.empty() : tensor<37x53xbf16>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<37x53xf32>) -> tensor<37x53xf32>
  %m = linalg.matmul ins(%a, %b : tensor<37x70xbf16>, tensor<70x53xbf16>) outs(%f : tensor<37x53xf32>) -> tensor<37x53xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias, %scale : tensor<37x53xf32>, tensor<53xf32>, tensor<53xf32>) outs(%o : tensor<37x53xbf16>) {
  ^bb0(%x: f32, %y: f32, %s: f32, %w: bf16):
    %0 = arith.addf %y, %x : f32
    %1 = arith.mulf %0, %s : f32
    %2 = arith.maximumf %1, %z : f32
    %3 = arith.minimumf %2, %six : f32
    %4 = arith.truncf %3 : f32 to bf16
    linalg.yield %4 : bf16
  } -> tensor<37x53xbf16>
  return %r : tensor<37x53xbf16>
}
