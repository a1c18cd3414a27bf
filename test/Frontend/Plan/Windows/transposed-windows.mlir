// Blocks of operands that no tile load reads are transposed in the scratchpad, once for each block.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 | FileCheck %s --check-prefix=PLAN
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s

#image = affine_map<(f, y, x, c, i, j) -> (c, 2 * y + i, 2 * x + j)>
#filter = affine_map<(f, y, x, c, i, j) -> (f, c, i, j)>
#gathered = affine_map<(f, y, x, c, i, j) -> (j, i, c, f)>
#result = affine_map<(f, y, x, c, i, j) -> (f, y, x)>

module attributes {matrix.target = #matrix.target<"base">} {

// Neither tensor has a contiguous dimension of a tile. The image is [pixel][c], the filter [c, i, j][f].
// PLAN-LABEL: func @steps
// PLAN: <depth, dim = 3, extent = 32, block = 16>
// CHECK-LABEL: func @steps
// CHECK: matrix.launch @matrix_fusion_group{{.*}} ins(%{{.*}}, %{{.*}} : tensor<32x17x33xf32>, tensor<16x32x3x3xf32>)
// CHECK: func private @matrix_fusion_group
// CHECK: scf.for
// CHECK: matrix.dma_load {{.*}} to memref<16x561xf32, strided<[576, 1]>, #matrix.space<scratchpad>>
// CHECK: matrix.dma_load {{.*}} to memref<16x144xf32, strided<[144, 1]>, #matrix.space<scratchpad>>
// CHECK: vector.transfer_read %{{.*}} permutation_map = #{{.*}} : memref<16x576xf32, #matrix.space<scratchpad>>, vector<16x16xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
// CHECK: vector.transfer_read %{{.*}} permutation_map = #{{.*}} : memref<16x144xf32, #matrix.space<scratchpad>>, vector<16x16xf32>
// CHECK: vector.transfer_write %{{.*}} : vector<16x16xf32>, memref<16x16xf32, #matrix.space<scratchpad>>
// Elements of depth of the filter are 9 positions apart, and pixels of the image 2.
// CHECK: vector.transfer_read %{{.*}} permutation_map = #{{.*}} : memref<16x144xf32, #matrix.space<scratchpad>>, vector<16x16xf32>
// CHECK: vector.transfer_read %{{.*}} {in_bounds = [true, true]} : memref<16x32xf32, #matrix.space<scratchpad>>, vector<16x16xf32>
// CHECK: vector.contract
// CHECK: matrix.dma_store
func.func @steps(%image: tensor<32x17x33xf32>, %filter: tensor<16x32x3x3xf32>) -> tensor<16x8x16xf32> {
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8x16xf32>
  %init = linalg.fill ins(%none : f32) outs(%e : tensor<16x8x16xf32>) -> tensor<16x8x16xf32>
  %r = linalg.generic {indexing_maps = [#image, #filter, #result],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%image, %filter : tensor<32x17x33xf32>, tensor<16x32x3x3xf32>) outs(%init : tensor<16x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x8x16xf32>
  return %r : tensor<16x8x16xf32>
}

// The depth is the 3 channels of 3 rows: 9 of 16 elements of a tile, and the others are zero.
// PLAN-LABEL: func @channels
// PLAN: <depth, dim = 3, extent = 9, block = 16>
// CHECK-LABEL: func @channels
// CHECK: func private @matrix_fusion_group
// Rows of the image are in the order [row][channel].
// CHECK: matrix.dma_load {{.*}} : memref<3x9x33xf32, strided<[561, 33, 1], offset: ?>> to memref<3x9x33xf32, strided<[48, 144, 1]>, #matrix.space<scratchpad>>
// CHECK: %[[TILE:.*]] = vector.transfer_read %{{.*}} permutation_map = #{{.*}} : memref<16x48xf32, #matrix.space<scratchpad>>, vector<16x16xf32>
// CHECK: %[[VALID:.*]] = vector.constant_mask [16, 9] : vector<16x16xi1>
// CHECK: arith.select %[[VALID]], %[[TILE]], %{{.*}} : vector<16x16xi1>, vector<16x16xf32>
// CHECK: vector.contract
func.func @channels(%image: tensor<3x17x33xf32>, %filter: tensor<3x3x3x16xf32>) -> tensor<16x8x16xf32> {
  %none = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x8x16xf32>
  %init = linalg.fill ins(%none : f32) outs(%e : tensor<16x8x16xf32>) -> tensor<16x8x16xf32>
  %r = linalg.generic {indexing_maps = [#image, #gathered, #result],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%image, %filter : tensor<3x17x33xf32>, tensor<3x3x3x16xf32>) outs(%init : tensor<16x8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x8x16xf32>
  return %r : tensor<16x8x16xf32>
}

}
