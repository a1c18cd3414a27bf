// Contractions of types that no instruction multiplies, such as i32, and f32 on variants for narrow formats: sums of
// elementwise products, with an epilogue, a transposed operand and windows.
// RUN: matrix-run %s --random=3 --check

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#turned = affine_map<(m, n, k) -> (n, k)>
#out = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (n)>

func.func @main(%a: tensor<37x45xi32>, %b: tensor<45x20xi32>, %x: tensor<21x45xf32>, %y: tensor<20x45xf32>, %v: tensor<20xf32>,
                %image: tensor<1x9x10x5xi32>, %filter: tensor<3x3x5x7xi32>)
    -> (tensor<37x20xi32>, tensor<21x20xf32>, tensor<1x7x8x7xi32>) {
  %zero = arith.constant 0 : i32
  %zerof = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<37x20xi32>
  %f0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<37x20xi32>) -> tensor<37x20xi32>
  %r0 = linalg.matmul ins(%a, %b : tensor<37x45xi32>, tensor<45x20xi32>) outs(%f0 : tensor<37x20xi32>) -> tensor<37x20xi32>
  %e1 = tensor.empty() : tensor<21x20xf32>
  %f1 = linalg.fill ins(%zerof : f32) outs(%e1 : tensor<21x20xf32>) -> tensor<21x20xf32>
  %p = linalg.generic {indexing_maps = [#lhs, #turned, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<21x45xf32>, tensor<20x45xf32>) outs(%f1 : tensor<21x20xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %m = arith.mulf %s, %t : f32
    %u = arith.addf %o, %m : f32
    linalg.yield %u : f32
  } -> tensor<21x20xf32>
  %r1 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %v : tensor<21x20xf32>, tensor<20xf32>) outs(%e1 : tensor<21x20xf32>) {
  ^bb0(%s: f32, %t: f32, %o: f32):
    %u = arith.addf %s, %t : f32
    %w = arith.maximumf %u, %zerof : f32
    linalg.yield %w : f32
  } -> tensor<21x20xf32>
  %e2 = tensor.empty() : tensor<1x7x8x7xi32>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<1x7x8x7xi32>) -> tensor<1x7x8x7xi32>
  %r2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%image, %filter : tensor<1x9x10x5xi32>, tensor<3x3x5x7xi32>) outs(%f2 : tensor<1x7x8x7xi32>) -> tensor<1x7x8x7xi32>
  return %r0, %r1, %r2 : tensor<37x20xi32>, tensor<21x20xf32>, tensor<1x7x8x7xi32>
}
