// RUN: matrix-run %s --random=7 --check

// A sum that is a result itself, normalized by its root mean square: the row values are
// computed by an operation of their own, because two others read them.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
#one = affine_map<(i) -> (i)>
func.func @main(%x: tensor<37x100xbf16>, %y: tensor<37x100xbf16>, %w: tensor<100xbf16>)
    -> (tensor<37x100xbf16>, tensor<37x100xbf16>, tensor<37xf32>) {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 0.01 : f32
  %eps = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<37x100xbf16>
  %er = tensor.empty() : tensor<37xf32>
  %init = linalg.fill ins(%zero : f32) outs(%er : tensor<37xf32>) -> tensor<37xf32>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<37x100xbf16>, tensor<37x100xbf16>) outs(%e : tensor<37x100xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %v = arith.addf %a, %b : bf16
    linalg.yield %v : bf16
  } -> tensor<37x100xbf16>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<37x100xbf16>) outs(%init : tensor<37xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %m = arith.mulf %f, %f : f32
    %v = arith.addf %m, %acc : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %t = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%q : tensor<37xf32>) outs(%er : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %m = arith.mulf %a, %n : f32
    %p = arith.addf %m, %eps : f32
    %v = math.rsqrt %p : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %t, %w : tensor<37x100xbf16>, tensor<37xf32>, tensor<100xbf16>) outs(%e : tensor<37x100xbf16>) {
  ^bb0(%a: bf16, %b: f32, %c: bf16, %o: bf16):
    %f = arith.extf %a : bf16 to f32
    %m = arith.mulf %f, %b : f32
    %h = arith.truncf %m : f32 to bf16
    %v = arith.mulf %h, %c : bf16
    linalg.yield %v : bf16
  } -> tensor<37x100xbf16>
  return %s, %r, %t : tensor<37x100xbf16>, tensor<37x100xbf16>, tensor<37xf32>
}
