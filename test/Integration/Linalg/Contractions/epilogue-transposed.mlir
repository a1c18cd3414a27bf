// RUN: matrix-run %s --random=3 --check

// The epilogue transposes: the operands of the contraction are exchanged.
func.func @main(%a: tensor<33x20xf32>, %b: tensor<20x47xf32>, %c: tensor<47x33xf32>) -> tensor<47x33xbf16> {
  %fc = arith.constant 0.0 : f32
  %fe = tensor.empty() : tensor<33x47xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<33x47xf32>) -> tensor<33x47xf32>
  %m = linalg.matmul ins(%a, %b : tensor<33x20xf32>, tensor<20x47xf32>) outs(%f : tensor<33x47xf32>) -> tensor<33x47xf32>
  %e = tensor.empty() : tensor<47x33xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(j,i)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel","parallel"]} ins(%m, %c : tensor<33x47xf32>, tensor<47x33xf32>) outs(%e : tensor<47x33xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %s = arith.addf %x, %y : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<47x33xbf16>
  return %r : tensor<47x33xbf16>
}
