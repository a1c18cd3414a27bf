// RUN: matrix-run %s --random=3 --check

// Columns that a resident value has in DRAM as well include those that a group
// reads backwards.
func.func @main(%x: tensor<128x256xf32>, %w: tensor<256x768xf32>, %c: tensor<128x12x64xf32>) -> (tensor<128x256xf32>, tensor<128x12x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x768xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x768xf32>) -> tensor<128x768xf32>
  %all = linalg.matmul ins(%x, %w : tensor<128x256xf32>, tensor<256x768xf32>)
                       outs(%init : tensor<128x768xf32>) -> tensor<128x768xf32>
  %q = tensor.extract_slice %all[0, 0] [128, 256] [1, 1] : tensor<128x768xf32> to tensor<128x256xf32>
  %k = tensor.extract_slice %all[0, 256] [128, 256] [1, 1] : tensor<128x768xf32> to tensor<128x256xf32>
  %v = tensor.extract_slice %all[0, 512] [128, 256] [1, 1] : tensor<128x768xf32> to tensor<128x256xf32>
  %es = tensor.empty() : tensor<128x128xf32>
  %is = linalg.fill ins(%zero : f32) outs(%es : tensor<128x128xf32>) -> tensor<128x128xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<128x256xf32>, tensor<128x256xf32>) outs(%is : tensor<128x128xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<128x128xf32>
  %er = tensor.empty() : tensor<128x256xf32>
  %ir = linalg.fill ins(%zero : f32) outs(%er : tensor<128x256xf32>) -> tensor<128x256xf32>
  %r = linalg.matmul ins(%s, %v : tensor<128x128xf32>, tensor<128x256xf32>)
                     outs(%ir : tensor<128x256xf32>) -> tensor<128x256xf32>
  %e3 = tensor.empty() : tensor<128x12x64xf32>
  %u2 = linalg.generic {indexing_maps=[affine_map<(d0, d1, d2) -> (d0, 704 - d1 * 64 + d2)>,affine_map<(d0, d1, d2) -> (d0, d1, d2)>,affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types=["parallel","parallel","parallel"]} ins(%all, %c : tensor<128x768xf32>, tensor<128x12x64xf32>) outs(%e3 : tensor<128x12x64xf32>) {
  ^bb0(%p: f32, %q1: f32, %o: f32):
    %t = arith.addf %p, %q1 : f32
    linalg.yield %t : f32
  } -> tensor<128x12x64xf32>
  return %r, %u2 : tensor<128x256xf32>, tensor<128x12x64xf32>
}
