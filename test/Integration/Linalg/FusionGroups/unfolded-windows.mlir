// Reductions of overlapping windows that another operation copies: sums, maxima with a step, and of computed elements.
//
// RUN: matrix-run %s --random --check

#windows = affine_map<(i, j, k) -> (i, j + k)>
#steps = affine_map<(i, j, k) -> (i, j * 2 + k)>
#copies = affine_map<(i, j, k) -> (i, j, k)>
#result = affine_map<(i, j, k) -> (i, j)>

func.func @main(%x: tensor<40x107xf32>) -> (tensor<40x100xf32>, tensor<40x51xf32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %e0 = tensor.empty() : tensor<40x100x8xf32>
  %c0 = linalg.generic {indexing_maps = [#windows, #copies], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<40x107xf32>) outs(%e0 : tensor<40x100x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    linalg.yield %a : f32
  } -> tensor<40x100x8xf32>
  %e1 = tensor.empty() : tensor<40x100xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<40x100xf32>) -> tensor<40x100xf32>
  %sum = linalg.generic {indexing_maps = [#copies, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%c0 : tensor<40x100x8xf32>) outs(%f1 : tensor<40x100xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<40x100xf32>

  %e2 = tensor.empty() : tensor<40x51x4xf32>
  %c2 = linalg.generic {indexing_maps = [#steps, #copies], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<40x107xf32>) outs(%e2 : tensor<40x51x4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<40x51x4xf32>
  %e3 = tensor.empty() : tensor<40x51xf32>
  %f3 = linalg.fill ins(%low : f32) outs(%e3 : tensor<40x51xf32>) -> tensor<40x51xf32>
  %max = linalg.generic {indexing_maps = [#copies, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%c2 : tensor<40x51x4xf32>) outs(%f3 : tensor<40x51xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.maximumf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<40x51xf32>
  return %sum, %max : tensor<40x100xf32>, tensor<40x51xf32>
}
