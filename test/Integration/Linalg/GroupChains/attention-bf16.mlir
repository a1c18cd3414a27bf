// RUN: matrix-run %s --random=7 --check

// Scores are rounded to bf16 and scaled by a power of two; several blocks of rows.
#id = affine_map<(h, m, n) -> (h, m, n)>
#q = affine_map<(h, m, n, k) -> (h, m, k)>
#k = affine_map<(h, m, n, k) -> (h, n, k)>
#s = affine_map<(h, m, n, k) -> (h, m, n)>
#p = affine_map<(h, m, d, n) -> (h, m, n)>
#v = affine_map<(h, m, d, n) -> (h, n, d)>
#o = affine_map<(h, m, d, n) -> (h, m, d)>
func.func @main(%q: tensor<3x150x40xbf16>, %k: tensor<3x70x40xbf16>, %v: tensor<3x70x24xbf16>)
    -> tensor<3x150x24xbf16> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 1.250000e-01 : bf16
  %e = tensor.empty() : tensor<3x150x70xf32>
  %eb = tensor.empty() : tensor<3x150x70xbf16>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<3x150x70xf32>) -> tensor<3x150x70xf32>
  %scores = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<3x150x40xbf16>, tensor<3x70x40xbf16>) outs(%zeros : tensor<3x150x70xf32>) {
  ^bb0(%a: bf16, %b: bf16, %acc: f32):
    %af = arith.extf %a : bf16 to f32
    %bf = arith.extf %b : bf16 to f32
    %x = arith.mulf %af, %bf : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<3x150x70xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<3x150x70xf32>) outs(%e : tensor<3x150x70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %n = arith.truncf %a : f32 to bf16
    %x = arith.mulf %n, %scale : bf16
    %y = arith.extf %x : bf16 to f32
    linalg.yield %y : f32
  } -> tensor<3x150x70xf32>
  %soft = linalg.softmax dimension(2) ins(%scaled : tensor<3x150x70xf32>) outs(%e : tensor<3x150x70xf32>)
      -> tensor<3x150x70xf32>
  %p = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%soft : tensor<3x150x70xf32>) outs(%eb : tensor<3x150x70xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<3x150x70xbf16>
  %eo = tensor.empty() : tensor<3x150x24xf32>
  %zeros_o = linalg.fill ins(%zero : f32) outs(%eo : tensor<3x150x24xf32>) -> tensor<3x150x24xf32>
  %r = linalg.generic {indexing_maps = [#p, #v, #o], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%p, %v : tensor<3x150x70xbf16>, tensor<3x70x24xbf16>) outs(%zeros_o : tensor<3x150x24xf32>) {
  ^bb0(%a: bf16, %b: bf16, %acc: f32):
    %af = arith.extf %a : bf16 to f32
    %bf = arith.extf %b : bf16 to f32
    %x = arith.mulf %af, %bf : f32
    %y = arith.addf %acc, %x : f32
    linalg.yield %y : f32
  } -> tensor<3x150x24xf32>
  %eob = tensor.empty() : tensor<3x150x24xbf16>
  %t = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%r : tensor<3x150x24xf32>) outs(%eob : tensor<3x150x24xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %n = arith.truncf %a : f32 to bf16
    linalg.yield %n : bf16
  } -> tensor<3x150x24xbf16>
  return %t : tensor<3x150x24xbf16>
}
