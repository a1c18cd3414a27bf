// Windows that another operation reads, too, and that are a result: the reduction has no second result for them, which
// would make it scalar code.
//
// RUN: matrix-run %s --random --check

#window = affine_map<(i, j, k) -> (i, j + k)>
#id = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>

func.func @main(%x: tensor<8x70xf32>) -> (tensor<8x63xf32>, tensor<8x63xf32>, tensor<8x63x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %we = tensor.empty() : tensor<8x63x8xf32>
  %windows = linalg.generic {indexing_maps = [#window, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<8x70xf32>) outs(%we : tensor<8x63x8xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<8x63x8xf32>
  %e = tensor.empty() : tensor<8x63xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<8x63xf32>) -> tensor<8x63xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%windows : tensor<8x63x8xf32>) outs(%init : tensor<8x63xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x63xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%windows : tensor<8x63x8xf32>) outs(%init : tensor<8x63xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.maximumf %o, %a : f32
    linalg.yield %0 : f32
  } -> tensor<8x63xf32>
  return %sum, %max, %windows : tensor<8x63xf32>, tensor<8x63xf32>, tensor<8x63x8xf32>
}
