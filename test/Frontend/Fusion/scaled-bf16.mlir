// A power of two times a number in bf16, which has the exponents of f32, is not rounded again.
// Other factors, and f16, are.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @power_of_two
// CHECK: func.func private
// CHECK: %[[P:.*]] = arith.mulf
// CHECK-NOT: arith.truncf
// CHECK: arith.maximumf %[[P]]
func.func @power_of_two(%x: tensor<16x32xbf16>, %y: tensor<16x32xbf16>) -> tensor<16x32xbf16> {
  %c = arith.constant 2.500000e-01 : bf16
  %e = tensor.empty() : tensor<16x32xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %y : tensor<16x32xbf16>, tensor<16x32xbf16>) outs(%e : tensor<16x32xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %p = arith.mulf %a, %c : bf16
    %m = arith.maximumf %p, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<16x32xbf16>
  return %r : tensor<16x32xbf16>
}

// CHECK-LABEL: func @other_factor
// CHECK: func.func private
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.truncf %[[P]]
// CHECK: arith.maximumf
func.func @other_factor(%x: tensor<16x32xbf16>, %y: tensor<16x32xbf16>) -> tensor<16x32xbf16> {
  %c = arith.constant 7.500000e-01 : bf16
  %e = tensor.empty() : tensor<16x32xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %y : tensor<16x32xbf16>, tensor<16x32xbf16>) outs(%e : tensor<16x32xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %p = arith.mulf %a, %c : bf16
    %m = arith.maximumf %p, %b : bf16
    linalg.yield %m : bf16
  } -> tensor<16x32xbf16>
  return %r : tensor<16x32xbf16>
}

// CHECK-LABEL: func @other_format
// CHECK: func.func private
// CHECK: %[[P:.*]] = arith.mulf
// CHECK: arith.truncf %[[P]]
// CHECK: arith.maximumf
func.func @other_format(%x: tensor<16x32xf16>, %y: tensor<16x32xf16>) -> tensor<16x32xf16> {
  %c = arith.constant 2.500000e-01 : f16
  %e = tensor.empty() : tensor<16x32xf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x, %y : tensor<16x32xf16>, tensor<16x32xf16>) outs(%e : tensor<16x32xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %p = arith.mulf %a, %c : f16
    %m = arith.maximumf %p, %b : f16
    linalg.yield %m : f16
  } -> tensor<16x32xf16>
  return %r : tensor<16x32xf16>
}
}
