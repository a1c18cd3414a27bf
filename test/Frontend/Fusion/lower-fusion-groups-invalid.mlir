// RUN: matrix-opt %s -split-input-file -matrix-plan-fusion-groups -matrix-lower-fusion-groups -verify-diagnostics
// RUN: not matrix-opt %s -split-input-file -matrix-lower-fusion-groups 2>&1 | FileCheck %s

// CHECK: error: marked as a fusion group, but has no plan; matrix-plan-fusion-groups makes it

#id = affine_map<(i, j) -> (i, j)>

func.func @marked__bad_type(%x: tensor<20x30xi64>) -> tensor<20x30xi64> {
  // expected-error @+1 {{marked as a fusion group, but no tile format has elements of type i64}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x : tensor<20x30xi64>) outs(%x : tensor<20x30xi64>) {
  ^bb0(%a: i64, %o: i64):
    %y = arith.addi %a, %a : i64
    linalg.yield %y : i64
  } -> tensor<20x30xi64>
  return %r : tensor<20x30xi64>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

module attributes {matrix.target = #matrix.target<"gemmini">} {
func.func @marked__without_tiles(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  // expected-error @+1 {{marked as a fusion group, but variant 'gemmini' has no tile registers}}
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x : tensor<32x32xf32>) outs(%x : tensor<32x32xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = arith.addf %a, %a : f32
    linalg.yield %y : f32
  } -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}
}
