// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --mcpu=qkv
// RUN: matrix-run %s --random=3 --check --mcpu=gemmini

// The operation after a product is divided at its rounding. A branch after it uses values of the body in its regions.
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<32x32xbf16>, %b: tensor<32x32xbf16>, %c: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %m = linalg.matmul ins(%a, %b : tensor<32x32xbf16>, tensor<32x32xbf16>) outs(%f : tensor<32x32xf32>) -> tensor<32x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %c : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %n = arith.truncf %s : f32 to bf16
    %positive = arith.cmpf ogt, %y, %zero : f32
    %z = scf.if %positive -> (f32) {
      %w = arith.extf %n : bf16 to f32
      %q = arith.divf %w, %y : f32
      scf.yield %q : f32
    } else {
      %q = math.exp %x : f32
      scf.yield %q : f32
    }
    linalg.yield %z : f32
  } -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
