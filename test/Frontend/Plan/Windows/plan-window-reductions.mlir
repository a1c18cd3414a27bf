// Plans and loops of reductions over windows: a block of the image has a halo and is loaded once, transfers
// fill its padding, and taps are tiles of the block at other offsets.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 | FileCheck %s --check-prefix=PLAN
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: sed -e 's/matrix.target =/matrix.disabled = ["register-blocks"], matrix.target =/' %s | matrix-opt -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s --check-prefix=DISABLED
// RUN: matrix-opt %s -matrix-plan-fusion-groups="cores=1 explain=1" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXPLAIN

#window = affine_map<(c, y, x, i, j) -> (c, 2 * y + i, 2 * x + j)>
#pixel = affine_map<(c, y, x, i, j) -> (c, y, x)>
#image = affine_map<(y, x, c, i, j) -> (y + i, x + j, c)>
#filter = affine_map<(y, x, c, i, j) -> (i, j, c)>
#result = affine_map<(y, x, c, i, j) -> (y, x, c)>

module attributes {matrix.target = #matrix.target<"base">} {

// A contraction without columns of its own: channels are the columns, taps have one block.
// PLAN-LABEL: func @depthwise
// PLAN: loops = [<outer, dim = 0, extent = 32, block = {{[2-9]|[1-3][0-9]}}, division = cyclic>, <rows, dim = 1, extent = 32, block = {{16|32}}, division = cyclic>, <columns, dim = 2, extent = 64, block = {{[0-9]+}}, division = cyclic>, <outer, dim = 3, extent = 3, block = 3>, <outer, dim = 4, extent = 3, block = 3>],
// PLAN: <accumulators, place = registers>
// PLAN: cost = <products = {{[1-9][0-9]*}}, loads = {{[1-9][0-9]*}}, dram = {{[1-9][0-9]*}}, predicted = {{[1-9][0-9]*}}, limit = {{[a-z]+}}>
// EXPLAIN: remark: plan of '@{{.*}}': the best {{[0-9]+}} of {{[0-9]+}} candidates
// EXPLAIN: {{[0-9]+}} cycles, limit {{[a-z]+}} (products {{[0-9]+}}, loads {{[0-9]+}}, dram {{[0-9]+}}): rows {{[0-9]+}}, columns {{[0-9]+}},
// CHECK-LABEL: func @depthwise
// CHECK-NOT: tensor.pad
// CHECK: matrix.launch @matrix_fusion_group{{.*}} ins(%{{.*}}, %{{.*}} : tensor<32x32x64xf32>, tensor<3x3x64xf32>)
// Eight tiles below each other have 72 products with the tiles of 10 rows, three of each, which are loaded once.
// DISABLED-COUNT-18: math.fma
// DISABLED-NOT: math.fma
// CHECK: func private
// CHECK: matrix.dma_load %{{.*}}[%c-1, %c-1, %c0] to %{{.*}} skip[%c1, %c1, %c0] valid[
// The vectors of 9 taps, and the first two tiles, are loaded before the loop.
// CHECK-COUNT-11: vector.transfer_read
// CHECK: scf.for
// CHECK-COUNT-72: math.fma
// CHECK-NOT: math.fma
// CHECK: matrix.dma_store
func.func @depthwise(%image: tensor<32x32x64xf32>, %filter: tensor<3x3x64xf32>) -> tensor<32x32x64xf32> {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %image low[1, 1, 0] high[1, 1, 0] {
  ^bb0(%y: index, %x: index, %c: index):
    tensor.yield %zero : f32
  } : tensor<32x32x64xf32> to tensor<34x34x64xf32>
  %e = tensor.empty() : tensor<32x32x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<32x32x64xf32>) -> tensor<32x32x64xf32>
  %r = linalg.generic {indexing_maps = [#image, #filter, #result],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%padded, %filter : tensor<34x34x64xf32>, tensor<3x3x64xf32>) outs(%init : tensor<32x32x64xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<32x32x64xf32>
  return %r : tensor<32x32x64xf32>
}

// Windows in steps along the contiguous dimension: channels are the rows, and the image is transposed.
// PLAN-LABEL: func @pool
// PLAN: loops = [{{.*}}<outer, dim = 1, extent = 16, block = {{[0-9]+}}, division = cyclic>, <rows, dim = 0, extent = 32, block = {{16|32}}, division = cyclic>, <columns, dim = 2, extent = 16, block = 16, division = cyclic>, <outer, dim = 3, extent = 3, block = 3>, <outer, dim = 4, extent = 3, block = 3>],
// CHECK-LABEL: func @pool
// CHECK-NOT: tensor.pad

// CHECK: func private
// CHECK: matrix.dma_load %{{.*}} skip[{{.*}}] valid[{{.*}}] {fill = 0xFF800000 : f32}
// CHECK: vector.transfer_write
// CHECK: arith.maximumf
// CHECK: matrix.dma_store
func.func @pool(%image: tensor<32x32x32xf32>) -> tensor<32x16x16xf32> {
  %least = arith.constant 0xFF800000 : f32
  %padded = tensor.pad %image low[0, 1, 1] high[0, 0, 0] {
  ^bb0(%c: index, %y: index, %x: index):
    tensor.yield %least : f32
  } : tensor<32x32x32xf32> to tensor<32x33x33xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<32x16x16xf32>
  %init = linalg.fill ins(%least : f32) outs(%e : tensor<32x16x16xf32>) -> tensor<32x16x16xf32>
  %r = linalg.generic {indexing_maps = [#window, affine_map<(c, y, x, i, j) -> (i, j)>, #pixel],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%padded, %w : tensor<32x33x33xf32>, tensor<3x3xf32>) outs(%init : tensor<32x16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.maximumf %acc, %a : f32
    linalg.yield %m : f32
  } -> tensor<32x16x16xf32>
  return %r : tensor<32x16x16xf32>
}

}
