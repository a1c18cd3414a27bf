// RUN: matrix-run %s --random=3 --check

// A complete output stage: bias, scale, a second tensor with its own scale, bounds.
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<33x40xbf16>, %b: tensor<40x47xbf16>, %bias: tensor<47xf32>, %scale: tensor<47xf32>, %rs: tensor<47xf32>, %res: tensor<33x47xbf16>) -> tensor<33x47xbf16> {
  %fc = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<33x47xf32>
  %f0 = linalg.fill ins(%fc : f32) outs(%e0 : tensor<33x47xf32>) -> tensor<33x47xf32>
  %r0 = linalg.matmul ins(%a, %b : tensor<33x40xbf16>, tensor<40x47xbf16>) outs(%f0 : tensor<33x47xf32>) -> tensor<33x47xf32>
  %e = tensor.empty() : tensor<33x47xbf16>
  %y = linalg.generic {indexing_maps = [#ij, #j, #j, #j, #ij, #ij], iterator_types = ["parallel", "parallel"]} ins(%r0, %bias, %scale, %rs, %res : tensor<33x47xf32>, tensor<47xf32>, tensor<47xf32>, tensor<47xf32>, tensor<33x47xbf16>) outs(%e : tensor<33x47xbf16>) {
  ^bb0(%x: f32, %d: f32, %s: f32, %t: f32, %r: bf16, %o: bf16):
    %lo = arith.constant -1.0 : f32
    %hi = arith.constant 1.0 : f32
    %p = arith.addf %x, %d : f32
    %q = arith.mulf %p, %s : f32
    %w = arith.extf %r : bf16 to f32
    %u = arith.mulf %w, %t : f32
    %v = arith.addf %q, %u : f32
    %m = arith.maximumf %v, %lo : f32
    %n = arith.minimumf %m, %hi : f32
    %z = arith.truncf %n : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<33x47xbf16>
  return %y : tensor<33x47xbf16>
}
