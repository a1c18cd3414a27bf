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

// PLAN-LABEL: func @convolution
// PLAN: loops = [<outer, dim = 0, extent = 32, block = {{[2-9]|[1-9][0-9]}}, division = grid{{.*}}>, <rows, dim = 1, extent = 32, block = {{16|32}}, division = grid{{.*}}>, <columns, dim = 2, extent = 32, block = 32, division = grid{{.*}}>, <outer, dim = 3, extent = 3, block = 3>, <outer, dim = 4, extent = 3, block = 3>, <depth, dim = 5, extent = 64, block = 64>],
// PLAN: <accumulators, place = registers>

// The group reads the image without its padding, which transfers fill in: a row of the image is one
// row of the transfer, and so are all taps of the filter.
// CHECK-LABEL: func @convolution
// CHECK-NOT: tensor.pad
// CHECK: matrix.launch @matrix_fusion_group ins(%{{.*}}, %{{.*}} : tensor<32x32x64xbf16>, tensor<3x3x64x32xbf16>)
// CHECK: func private @matrix_fusion_group
// CHECK: matrix.dma_load %{{.*}}[%c-1, %c-64] to %{{.*}} skip[%c1, %c64] valid[%{{.*}}, %{{.*}}] : memref<{{.*}}xbf16, strided<[2048, 1], offset: ?>>
// CHECK: matrix.dma_load %{{.*}} : memref<18432xbf16,
// CHECK: scf.for
// CHECK: matrix.dma_load %{{.*}} skip[%{{.*}}, %{{.*}}] valid[%{{.*}}, %{{.*}}]
// CHECK: matrix.dma_wait
// Tiles of 16 pixels at a distance of 64 channels are read from the same buffer.
// CHECK: vector.transfer_read {{.*}} : memref<16x64xbf16, #matrix.space<scratchpad>>, vector<16x32xbf16>
// CHECK: vector.contract
// CHECK-NOT: scf.if
// CHECK: matrix.dma_store
func.func @convolution(%image: tensor<32x32x64xbf16>, %filter: tensor<3x3x64x32xbf16>) -> tensor<32x32x32xf32> {
  %zero = arith.constant 0.0 : bf16
  %padded = tensor.pad %image low[1, 1, 0] high[1, 1, 0] {
  ^bb0(%y: index, %x: index, %c: index):
    tensor.yield %zero : bf16
  } : tensor<32x32x64xbf16> to tensor<34x34x64xbf16>
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x32x32xf32>
  %init = linalg.fill ins(%none : f32) outs(%e : tensor<32x32x32xf32>) -> tensor<32x32x32xf32>
  %r = linalg.generic {indexing_maps = [#image, #filter, #result],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%padded, %filter : tensor<34x34x64xbf16>, tensor<3x3x64x32xbf16>) outs(%init : tensor<32x32x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %acc: f32):
    %ae = arith.extf %a : bf16 to f32
    %be = arith.extf %b : bf16 to f32
    %p = arith.mulf %ae, %be : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<32x32x32xf32>
  return %r : tensor<32x32x32xf32>
}

}
