// RUN: matrix-run %s --random=3 --check

// 8-, 16- and 32-bit types in one body.
func.func @main(%a0: tensor<33x45xi8>, %a1: tensor<33x45xbf16>, %a2: tensor<33x1xf16>) -> tensor<33x45xf16> {
  %e = tensor.empty() : tensor<33x45xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i,0)>, affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} ins(%a0, %a1, %a2 : tensor<33x45xi8>, tensor<33x45xbf16>, tensor<33x1xf16>) outs(%e : tensor<33x45xf16>) {
  ^bb0(%x0: i8, %x1: bf16, %x2: f16, %o: f16):
    %f = arith.sitofp %x0 : i8 to f32
    %g = arith.extf %x1 : bf16 to f32
    %h = arith.extf %x2 : f16 to f32
    %s = arith.addf %f, %g : f32
    %t = arith.mulf %s, %h : f32
    %k = arith.constant 0.01 : f32
    %u = arith.mulf %t, %k : f32
    %y = arith.truncf %u : f32 to f16
    linalg.yield %y : f16
  } -> tensor<33x45xf16>
  return %r : tensor<33x45xf16>
}
