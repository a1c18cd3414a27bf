// Blocks of complete rows, whose groups interleave: the last tile of columns and of depth is
// partly padding.
//
// RUN: matrix-run %s --random=7 --check
// RUN: matrix-run %s --random=7 --check --cores=1
// RUN: matrix-run %s --random=7 --check --cores=1 --disable=pipelining

#id = affine_map<(h, m, n) -> (h, m, n)>
#q = affine_map<(h, m, n, k) -> (h, m, k)>
#k = affine_map<(h, m, n, k) -> (h, n, k)>
#s = affine_map<(h, m, n, k) -> (h, m, n)>
#p = affine_map<(h, m, d, n) -> (h, m, n)>
#v = affine_map<(h, m, d, n) -> (h, n, d)>
#o = affine_map<(h, m, d, n) -> (h, m, d)>
func.func @main(%q: tensor<3x64x40xf32>, %k: tensor<3x70x40xf32>, %v: tensor<3x70x24xf32>)
    -> tensor<3x64x24xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.3 : f32
  %e = tensor.empty() : tensor<3x64x70xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<3x64x70xf32>) -> tensor<3x64x70xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x64x40xf32>, tensor<3x70x40xf32>) outs(%zeros : tensor<3x64x70xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<3x64x70xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<3x64x70xf32>) outs(%e : tensor<3x64x70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.mulf %a, %scale : f32
    linalg.yield %r : f32
  } -> tensor<3x64x70xf32>
  %probabilities = linalg.softmax dimension(2) ins(%scaled : tensor<3x64x70xf32>) outs(%e : tensor<3x64x70xf32>) -> tensor<3x64x70xf32>
  %eo = tensor.empty() : tensor<3x64x24xf32>
  %none = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x64x24xf32>) -> tensor<3x64x24xf32>
  %result = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%probabilities, %v : tensor<3x64x70xf32>, tensor<3x70x24xf32>) outs(%none : tensor<3x64x24xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<3x64x24xf32>
  return %result : tensor<3x64x24xf32>
}
