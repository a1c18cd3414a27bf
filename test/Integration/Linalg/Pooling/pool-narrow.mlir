// Windows of bf16 and f16 in steps along the contiguous dimension: pooling and convolutions of single channels.
// RUN: matrix-run %s --random=3 --check

#image = affine_map<(c, i, j, p, q) -> (c, i * 2 + p, j * 2 + q)>
#window = affine_map<(c, i, j, p, q) -> (p, q)>
#filter = affine_map<(c, i, j, p, q) -> (c, p, q)>
#out = affine_map<(c, i, j, p, q) -> (c, i, j)>

func.func @main(%x: tensor<20x19x23xbf16>, %y: tensor<20x19x23xf16>, %w: tensor<20x5x5xbf16>)
    -> (tensor<20x10x12xbf16>, tensor<20x9x11xf16>, tensor<20x8x10xf32>) {
  %inf = arith.constant 0xFF80 : bf16
  %zero16 = arith.constant 0.0 : f16
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1] high[0, 1, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %inf : bf16
  } : tensor<20x19x23xbf16> to tensor<20x21x25xbf16>
  %w3 = tensor.empty() : tensor<3x3xbf16>
  %e0 = tensor.empty() : tensor<20x10x12xbf16>
  %f0 = linalg.fill ins(%inf : bf16) outs(%e0 : tensor<20x10x12xbf16>) -> tensor<20x10x12xbf16>
  %r0 = linalg.generic {indexing_maps = [#image, #window, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%p, %w3 : tensor<20x21x25xbf16>, tensor<3x3xbf16>) outs(%f0 : tensor<20x10x12xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %m = arith.maximumf %o, %a : bf16
    linalg.yield %m : bf16
  } -> tensor<20x10x12xbf16>
  %w2 = tensor.empty() : tensor<2x2xf16>
  %e1 = tensor.empty() : tensor<20x9x11xf16>
  %f1 = linalg.fill ins(%zero16 : f16) outs(%e1 : tensor<20x9x11xf16>) -> tensor<20x9x11xf16>
  %r1 = linalg.generic {indexing_maps = [#image, #window, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%y, %w2 : tensor<20x19x23xf16>, tensor<2x2xf16>) outs(%f1 : tensor<20x9x11xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %s = arith.addf %o, %a : f16
    linalg.yield %s : f16
  } -> tensor<20x9x11xf16>
  %e2 = tensor.empty() : tensor<20x8x10xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<20x8x10xf32>) -> tensor<20x8x10xf32>
  %r2 = linalg.generic {indexing_maps = [#image, #filter, #out], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : tensor<20x19x23xbf16>, tensor<20x5x5xbf16>) outs(%f2 : tensor<20x8x10xf32>) {
  ^bb0(%a: bf16, %b: bf16, %o: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %m = arith.mulf %u, %v : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<20x8x10xf32>
  return %r0, %r1, %r2 : tensor<20x10x12xbf16>, tensor<20x9x11xf16>, tensor<20x8x10xf32>
}
