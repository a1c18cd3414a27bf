// RUN: matrix-compile %s --explain --emit=plan -o %t.searched 2>/dev/null
// RUN: matrix-compile %s --emit=plan -o %t.kept
// RUN: diff %t.searched %t.kept
// RUN: FileCheck %s < %t.kept
// RUN: matrix-run %s --random --check

// Formation of groups searches a plan of each one, which planning keeps unless it lists candidates. Of two products with one
// epilogue, the first one loses it after it was formed: its plan is that of the product alone.

// CHECK-LABEL: @contraction_0
// CHECK: values = [<lhs, {{.*}}>, <rhs, {{.*}}>, <accumulators, {{.*}}>, <result, {{.*}}>]
// CHECK-LABEL: @contraction_1
// CHECK: values = [<lhs, {{.*}}>, <rhs, {{.*}}>, <input, {{.*}}>, <accumulators, {{.*}}>, <result, {{.*}}>]

func.func @main(%x: tensor<16x64xf32>, %w: tensor<64x96xf32>, %u: tensor<64x96xf32>, %v: tensor<96x40xf32>) -> tensor<16x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x96xf32>) -> tensor<16x96xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<16x64xf32>, tensor<64x96xf32>) outs(%f : tensor<16x96xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<16x96xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %u : tensor<16x64xf32>, tensor<64x96xf32>) outs(%f : tensor<16x96xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<16x96xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (m, n)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<16x96xf32>, tensor<16x96xf32>) outs(%e : tensor<16x96xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<16x96xf32>
  %e2 = tensor.empty() : tensor<16x40xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<16x40xf32>) -> tensor<16x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%g, %v : tensor<16x96xf32>, tensor<96x40xf32>) outs(%f2 : tensor<16x40xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.mulf %p, %q : f32
    %t = arith.addf %o, %s : f32
    linalg.yield %t : f32
  } -> tensor<16x40xf32>
  return %r : tensor<16x40xf32>
}
