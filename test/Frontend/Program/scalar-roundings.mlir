// RUN: matrix-compile %s --emit=llvm | FileCheck %s

// Every operation on narrow floats rounds: no conversion between two of them is
// folded, so that LLVM finds operations on bfloat again.
// CHECK: %[[CALL:.*]] = tail call float @cbrtf
// CHECK-NEXT: %[[ROOT:.*]] = fptrunc float %[[CALL]] to bfloat
// CHECK: %[[PRODUCT:.*]] = fmul bfloat %{{.*}}, %[[ROOT]]
// CHECK: fadd bfloat %{{.*}}, %[[PRODUCT]]
#one = affine_map<(i) -> (i)>
func.func @main(%x: tensor<64xbf16>, %y: tensor<64xbf16>) -> tensor<64xbf16> {
  %empty = tensor.empty() : tensor<64xbf16>
  %result = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<64xbf16>, tensor<64xbf16>) outs(%empty : tensor<64xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %o: bf16):
    %root = math.cbrt %a : bf16
    %product = arith.mulf %root, %b : bf16
    %sum = arith.addf %product, %a : bf16
    linalg.yield %sum : bf16
  } -> tensor<64xbf16>
  return %result : tensor<64xbf16>
}
