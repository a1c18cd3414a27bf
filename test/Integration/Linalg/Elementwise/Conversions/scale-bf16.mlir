// RUN: matrix-run %s --random=5 --check

// Powers of two, also of products that are rounded before.
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<20x50xbf16>, %y: tensor<20x50xbf16>) -> (tensor<20x50xbf16>, tensor<20x50xbf16>) {
  %eighth = arith.constant 1.250000e-01 : bf16
  %four = arith.constant 4.000000e+00 : bf16
  %e = tensor.empty() : tensor<20x50xbf16>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<20x50xbf16>, tensor<20x50xbf16>) outs(%e, %e : tensor<20x50xbf16>, tensor<20x50xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16, %q: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.mulf %p, %eighth : bf16
    %t = arith.addf %s, %a : bf16
    %u = arith.mulf %four, %t : bf16
    linalg.yield %s, %u : bf16, bf16
  } -> (tensor<20x50xbf16>, tensor<20x50xbf16>)
  return %r#0, %r#1 : tensor<20x50xbf16>, tensor<20x50xbf16>
}
