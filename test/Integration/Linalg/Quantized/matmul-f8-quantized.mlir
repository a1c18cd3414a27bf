// RUN: matrix-run %s --random=3 --check --tolerance=0.04

// The sum is scaled and rounded to another 8-bit float format.
func.func @main(%a: tensor<18x64xf8E5M2>, %b: tensor<50x64xf8E5M2>) -> tensor<18x50xf8E4M3FN> {
  %fc = arith.constant 0.0 : f32
  %scale = arith.constant 8.0 : f32
  %fe = tensor.empty() : tensor<18x50xf32>
  %f = linalg.fill ins(%fc : f32) outs(%fe : tensor<18x50xf32>) -> tensor<18x50xf32>
  %m = linalg.matmul indexing_maps = [affine_map<(i,j,k)->(i,k)>, affine_map<(i,j,k)->(j,k)>, affine_map<(i,j,k)->(i,j)>] ins(%a, %b : tensor<18x64xf8E5M2>, tensor<50x64xf8E5M2>) outs(%f : tensor<18x50xf32>) -> tensor<18x50xf32>
  %e = tensor.empty() : tensor<18x50xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<18x50xf32>) outs(%e : tensor<18x50xf8E4M3FN>) {
  ^bb0(%x: f32, %o: f8E4M3FN):
    %s = arith.mulf %x, %scale : f32
    %q = arith.truncf %s : f32 to f8E4M3FN
    linalg.yield %q : f8E4M3FN
  } -> tensor<18x50xf8E4M3FN>
  return %r : tensor<18x50xf8E4M3FN>
}
