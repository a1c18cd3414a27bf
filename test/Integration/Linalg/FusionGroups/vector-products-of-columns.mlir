// Products of matrices and vectors, one for each column, along which both are contiguous: sums of elementwise products.
//
// RUN: matrix-run %s --random=3 --check

#matrix = affine_map<(row, depth, col) -> (row, depth, col)>
#vector = affine_map<(row, depth, col) -> (depth, col)>
#result = affine_map<(row, depth, col) -> (row, col)>

func.func @main(%a: tensor<32x32x64xf32>, %b: tensor<32x64xf32>, %c: tensor<20x18x70xbf16>, %d: tensor<18x70xbf16>)
    -> (tensor<32x64xf32>, tensor<20x70xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<32x64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<32x64xf32>) -> tensor<32x64xf32>
  %0 = linalg.generic {indexing_maps = [#matrix, #vector, #result], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%a, %b : tensor<32x32x64xf32>, tensor<32x64xf32>) outs(%f0 : tensor<32x64xf32>) {
  ^bb0(%x: f32, %w: f32, %acc: f32):
    %p = arith.mulf %x, %w : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<32x64xf32>
  %e1 = tensor.empty() : tensor<20x70xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<20x70xf32>) -> tensor<20x70xf32>
  %1 = linalg.generic {indexing_maps = [#matrix, #vector, #result], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%c, %d : tensor<20x18x70xbf16>, tensor<18x70xbf16>) outs(%f1 : tensor<20x70xf32>) {
  ^bb0(%x: bf16, %w: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %we = arith.extf %w : bf16 to f32
    %p = arith.mulf %xe, %we : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<20x70xf32>
  return %0, %1 : tensor<32x64xf32>, tensor<20x70xf32>
}
