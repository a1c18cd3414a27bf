// Plans and loops of a convolution: a block has several rows of the image and all taps of the
// window, and the image is loaded with its halo once, padding included.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups | FileCheck %s --check-prefix=PLAN
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s

#image = affine_map<(y, x, f, i, j, c) -> (y + i, x + j, c)>
#filter = affine_map<(y, x, f, i, j, c) -> (i, j, c, f)>
#result = affine_map<(y, x, f, i, j, c) -> (y, x, f)>

module attributes {matrix.target = #matrix.target<"base">} {

func.func @convolution(%image: tensor<32x32x64xbf16>, %filter: tensor<3x3x64x64xbf16>) -> tensor<32x32x64xf32> {
  %zero = arith.constant 0.0 : bf16
  %padded = tensor.pad %image low[1, 1, 0] high[1, 1, 0] {
  ^bb0(%y: index, %x: index, %c: index):
    tensor.yield %zero : bf16
  } : tensor<32x32x64xbf16> to tensor<34x34x64xbf16>
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32x64xf32>
  %init = linalg.fill ins(%none : f32) outs(%e : tensor<32x32x64xf32>) -> tensor<32x32x64xf32>
  %r = linalg.generic {indexing_maps = [#image, #filter, #result],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%padded, %filter : tensor<34x34x64xbf16>, tensor<3x3x64x64xbf16>) outs(%init : tensor<32x32x64xf32>) {
  ^bb0(%a: bf16, %b: bf16, %acc: f32):
    %ae = arith.extf %a : bf16 to f32
    %be = arith.extf %b : bf16 to f32
    %p = arith.mulf %ae, %be : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<32x32x64xf32>
  return %r : tensor<32x32x64xf32>
}

}
