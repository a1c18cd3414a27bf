// Results of one operation that are reduced along different dimensions and by different combiners.
//
// RUN: matrix-run %s --random --check

#matrix = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

func.func @main(%x: tensor<57x133xf32>, %y: tensor<57x133xf32>)
    -> (tensor<57xf32>, tensor<133xf32>, tensor<133xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<57xf32>
  %e1 = tensor.empty() : tensor<133xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<57xf32>) -> tensor<57xf32>
  %f1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<133xf32>) -> tensor<133xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<133xf32>) -> tensor<133xf32>
  %r:3 = linalg.generic {indexing_maps = [#matrix, #matrix, #row, #col, #col], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<57x133xf32>, tensor<57x133xf32>) outs(%f0, %f1, %f2 : tensor<57xf32>, tensor<133xf32>, tensor<133xf32>) {
  ^bb0(%a: f32, %b: f32, %sum: f32, %max: f32, %products: f32):
    %product = arith.mulf %a, %b : f32
    %0 = arith.addf %product, %sum : f32
    %1 = arith.maximumf %a, %max : f32
    %2 = arith.addf %product, %products : f32
    linalg.yield %0, %1, %2 : f32, f32, f32
  } -> (tensor<57xf32>, tensor<133xf32>, tensor<133xf32>)
  return %r#0, %r#1, %r#2 : tensor<57xf32>, tensor<133xf32>, tensor<133xf32>
}
