// RUN: matrix-run %s --random=9 --check

// Row values of a narrow type, of which a tile has several column blocks; and an input
// whose padding is not neutral after the operation between.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%x: tensor<21x77xbf16>) -> tensor<21x77xbf16> {
  %low = arith.constant 0xFF80 : bf16
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty() : tensor<21x77xbf16>
  %er = tensor.empty() : tensor<21xbf16>
  %ef = tensor.empty() : tensor<21xf32>
  %lows = linalg.fill ins(%low : bf16) outs(%er : tensor<21xbf16>) -> tensor<21xbf16>
  %zeros = linalg.fill ins(%zero : f32) outs(%ef : tensor<21xf32>) -> tensor<21xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<21x77xbf16>) outs(%lows : tensor<21xbf16>) {
  ^bb0(%a: bf16, %acc: bf16):
    %v = arith.maximumf %a, %acc : bf16
    linalg.yield %v : bf16
  } -> tensor<21xbf16>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<21x77xbf16>, tensor<21xbf16>) outs(%e : tensor<21x77xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %s = arith.subf %a, %b : bf16
    %v = arith.addf %s, %one : bf16
    linalg.yield %v : bf16
  } -> tensor<21x77xbf16>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<21x77xbf16>) outs(%zeros : tensor<21xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %v = arith.addf %f, %acc : f32
    linalg.yield %v : f32
  } -> tensor<21xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %sum : tensor<21x77xbf16>, tensor<21xf32>) outs(%e : tensor<21x77xbf16>) {
  ^bb0(%a: bf16, %b: f32, %o: bf16):
    %f = arith.extf %a : bf16 to f32
    %t = arith.addf %f, %b : f32
    %v = arith.truncf %t : f32 to bf16
    linalg.yield %v : bf16
  } -> tensor<21x77xbf16>
  return %r : tensor<21x77xbf16>
}
