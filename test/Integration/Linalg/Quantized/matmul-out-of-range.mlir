// RUN: matrix-run %s --random=3 --check

// Scaled sums beyond 2^31 saturate at the bound of their sign.
func.func @main(%a: tensor<32x64xi8>, %b: tensor<64x32xi8>, %x: tensor<32x32xi32>) -> tensor<32x32xi8> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<32x32xi32>) -> tensor<32x32xi32>
  %r = linalg.matmul ins(%a, %b : tensor<32x64xi8>, tensor<64x32xi8>) outs(%f : tensor<32x32xi32>) -> tensor<32x32xi32>
  %e8 = tensor.empty() : tensor<32x32xi8>
  %q = linalg.generic {indexing_maps=[affine_map<(d0,d1)->(d0,d1)>,affine_map<(d0,d1)->(d0,d1)>], iterator_types=["parallel","parallel"]} ins(%r : tensor<32x32xi32>) outs(%e8 : tensor<32x32xi8>) {
  ^bb0(%s: i32, %o: i8):
    %c = arith.constant 1.0e8 : f32
    %zp = arith.constant 10.0 : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %g = arith.sitofp %s : i32 to f32
    %h = arith.mulf %g, %c : f32
    %rn = math.roundeven %h : f32
    %ad = arith.addf %rn, %zp : f32
    %l = arith.maximumf %ad, %lo : f32
    %m = arith.minimumf %l, %hi : f32
    %y = arith.fptosi %m : f32 to i8
    linalg.yield %y : i8
  } -> tensor<32x32xi8>
  return %q : tensor<32x32xi8>
}
