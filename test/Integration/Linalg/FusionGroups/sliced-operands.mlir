// RUN: matrix-run %s --random=6 --check

// Groups read slices in their sources: parts of columns of a product, by way of
// reshapes; every second row; a slice of a slice; rows beside windows; a sum
// that overwrites the tensor it reads a part of.

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#heads = affine_map<(h, i, j) -> (i, h, j)>
#hij = affine_map<(h, i, j) -> (h, i, j)>
#bmk = affine_map<(h, i, j, k) -> (i, h, k)>
#bnk = affine_map<(h, i, j, k) -> (j, h, k)>
#bmn = affine_map<(h, i, j, k) -> (h, i, j)>
#win = affine_map<(i, j) -> (i + j)>
func.func @main(%x: tensor<33x48xf32>, %w: tensor<48x72xf32>, %v: tensor<70xbf16>)
    -> (tensor<2x33x33xf32>, tensor<2x33x12xf32>, tensor<24x17xf32>, tensor<5x7xf32>, tensor<30xbf16>, tensor<33x72xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %qe = tensor.empty() : tensor<33x72xf32>
  %qi = linalg.fill ins(%zero : f32) outs(%qe : tensor<33x72xf32>) -> tensor<33x72xf32>
  %qkv = linalg.matmul ins(%x, %w : tensor<33x48xf32>, tensor<48x72xf32>) outs(%qi : tensor<33x72xf32>) -> tensor<33x72xf32>
  %q = tensor.extract_slice %qkv[0, 0] [33, 24] [1, 1] : tensor<33x72xf32> to tensor<33x24xf32>
  %k = tensor.extract_slice %qkv[0, 24] [33, 24] [1, 1] : tensor<33x72xf32> to tensor<33x24xf32>
  %u = tensor.extract_slice %qkv[0, 48] [33, 24] [1, 1] : tensor<33x72xf32> to tensor<33x24xf32>
  %qh = tensor.expand_shape %q [[0], [1, 2]] output_shape [33, 2, 12] : tensor<33x24xf32> into tensor<33x2x12xf32>
  %kh = tensor.expand_shape %k [[0], [1, 2]] output_shape [33, 2, 12] : tensor<33x24xf32> into tensor<33x2x12xf32>
  %uh = tensor.expand_shape %u [[0], [1, 2]] output_shape [33, 2, 12] : tensor<33x24xf32> into tensor<33x2x12xf32>
  %se = tensor.empty() : tensor<2x33x33xf32>
  %si = linalg.fill ins(%zero : f32) outs(%se : tensor<2x33x33xf32>) -> tensor<2x33x33xf32>
  %scores = linalg.generic {indexing_maps = [#bmk, #bnk, #bmn], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%qh, %kh : tensor<33x2x12xf32>, tensor<33x2x12xf32>) outs(%si : tensor<2x33x33xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x33x33xf32>
  %he = tensor.empty() : tensor<2x33x12xf32>
  %values = linalg.generic {indexing_maps = [#heads, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%uh : tensor<33x2x12xf32>) outs(%he : tensor<2x33x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.mulf %a, %two : f32
    linalg.yield %s : f32
  } -> tensor<2x33x12xf32>
  %rows = tensor.extract_slice %x[0, 3] [17, 45] [2, 1] : tensor<33x48xf32> to tensor<17x45xf32>
  %part = tensor.extract_slice %rows[0, 5] [17, 24] [1, 1] : tensor<17x45xf32> to tensor<17x24xf32>
  %te = tensor.empty() : tensor<24x17xf32>
  %turned = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%part : tensor<17x24xf32>) outs(%te : tensor<24x17xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.exp %a : f32
    linalg.yield %s : f32
  } -> tensor<24x17xf32>
  %row = tensor.extract_slice %x[4, 6] [1, 11] [1, 1] : tensor<33x48xf32> to tensor<11xf32>
  %ie = tensor.empty() : tensor<5x7xf32>
  %windows = linalg.generic {indexing_maps = [#win, #id], iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<11xf32>) outs(%ie : tensor<5x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<5x7xf32>
  %tail = tensor.extract_slice %v[9] [30] [2] : tensor<70xbf16> to tensor<30xbf16>
  %ve = tensor.empty() : tensor<30xbf16>
  %odd = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%tail : tensor<30xbf16>) outs(%ve : tensor<30xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %s = arith.negf %a : bf16
    linalg.yield %s : bf16
  } -> tensor<30xbf16>
  %first = tensor.extract_slice %qkv[0, 0] [1, 72] [1, 1] : tensor<33x72xf32> to tensor<72xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%first : tensor<72xf32>) outs(%qkv : tensor<33x72xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %o : f32
    linalg.yield %s : f32
  } -> tensor<33x72xf32>
  return %scores, %values, %turned, %windows, %odd, %sum : tensor<2x33x33xf32>, tensor<2x33x12xf32>, tensor<24x17xf32>,
      tensor<5x7xf32>, tensor<30xbf16>, tensor<33x72xf32>
}
