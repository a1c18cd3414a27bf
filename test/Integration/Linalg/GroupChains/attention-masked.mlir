// RUN: matrix-run %s --random=3 --check

// Four query heads share two heads of keys and values; the mask is common to all heads. No
// extent is a multiple of a tile: the padding of the probabilities is multiplied by zeros.
#q = affine_map<(h, g, m, n, k) -> (h, g, m, k)>
#k = affine_map<(h, g, m, n, k) -> (h, n, k)>
#s = affine_map<(h, g, m, n, k) -> (h, g, m, n)>
#id = affine_map<(h, g, m, n) -> (h, g, m, n)>
#mask = affine_map<(h, g, m, n) -> (m, n)>
#p = affine_map<(h, g, m, d, n) -> (h, g, m, n)>
#v = affine_map<(h, g, m, d, n) -> (h, n, d)>
#o = affine_map<(h, g, m, d, n) -> (m, h, g, d)>
func.func @main(%q: tensor<2x2x37x24xf32>, %k: tensor<2x45x24xf32>, %v: tensor<2x45x20xf32>,
                %mask: tensor<37x45xf32>) -> tensor<37x2x2x20xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.25 : f32
  %e = tensor.empty() : tensor<2x2x37x45xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2x37x45xf32>) -> tensor<2x2x37x45xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<2x2x37x24xf32>, tensor<2x45x24xf32>) outs(%zeros : tensor<2x2x37x45xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x2x37x45xf32>
  %masked = linalg.generic {indexing_maps = [#id, #mask, #id],
                            iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%scores, %mask : tensor<2x2x37x45xf32>, tensor<37x45xf32>) outs(%e : tensor<2x2x37x45xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %x = arith.mulf %a, %scale : f32
    %y = arith.addf %x, %b : f32
    linalg.yield %y : f32
  } -> tensor<2x2x37x45xf32>
  %p = linalg.softmax dimension(3) ins(%masked : tensor<2x2x37x45xf32>) outs(%e : tensor<2x2x37x45xf32>)
      -> tensor<2x2x37x45xf32>
  %eo = tensor.empty() : tensor<37x2x2x20xf32>
  %zeros_o = linalg.fill ins(%zero : f32) outs(%eo : tensor<37x2x2x20xf32>) -> tensor<37x2x2x20xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #o],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<2x2x37x45xf32>, tensor<2x45x20xf32>) outs(%zeros_o : tensor<37x2x2x20xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %x = arith.mulf %a, %b : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<37x2x2x20xf32>
  return %r : tensor<37x2x2x20xf32>
}
