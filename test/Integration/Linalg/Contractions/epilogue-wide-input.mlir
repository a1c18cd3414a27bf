// RUN: matrix-run %s --random=3 --check

// The epilogue reads elements that are wider than those of tiles.
#each = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @main(%a: tensor<32x16xf32>, %b: tensor<16x48xf32>, %t: tensor<32xi64>) -> tensor<32x48xf32> {
  %limit = arith.constant 4611686018427387904 : i64
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<32x48xf32>) -> tensor<32x48xf32>
  %p = linalg.matmul ins(%a, %b : tensor<32x16xf32>, tensor<16x48xf32>) outs(%fill : tensor<32x48xf32>) -> tensor<32x48xf32>
  %r = linalg.generic {indexing_maps = [#each, #row, #each], iterator_types = ["parallel", "parallel"]}
      ins(%p, %t : tensor<32x48xf32>, tensor<32xi64>) outs(%empty : tensor<32x48xf32>) {
  ^bb0(%x: f32, %n: i64, %out: f32):
    %valid = arith.cmpi slt, %n, %limit : i64
    cf.assert %valid, "too large"
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<32x48xf32>
  return %r : tensor<32x48xf32>
}
