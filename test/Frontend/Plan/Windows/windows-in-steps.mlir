// Tile code of windows that move in steps over the contiguous dimension.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: sed -e 's/matrix.target =/matrix.disabled = ["register-blocks"], matrix.target =/' %s | matrix-opt -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s --check-prefix=DISABLED
// RUN: sed -e 's/"base"/"amx-like"/' %s | matrix-opt -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s --check-prefix=FEW

#window = affine_map<(c, y, x, i, j) -> (c, 2 * y + i, 2 * x + j)>
#pixel = affine_map<(c, y, x, i, j) -> (c, y, x)>

module attributes {matrix.target = #matrix.target<"base">} {

// The image of sums in steps is transposed row by row, each row to a buffer of its own, beside the products of the rows
// before. Products of two tiles alternate. The results are transposed back, 16 pixels at once, after all products.
// CHECK-LABEL: func @steps
// CHECK: func private
// CHECK-COUNT-15: memref.alloc() : memref<2112xi8
// CHECK: memref.alloc() : memref<80x16xf32
// CHECK: vector.transfer_read {{.*}} permutation_map = #[[TRANSPOSED:.*]]}
// CHECK: math.fma {{.*}}, %[[ZERO:.*]] : vector
// CHECK: %[[PART:.*]] = vector.transfer_read {{.*}} permutation_map = #[[TRANSPOSED]]}
// CHECK: vector.transfer_write %[[PART]]
// CHECK: %[[SECOND:.*]] = math.fma {{.*}}, %[[ZERO]] : vector
// CHECK: %[[FIRST:.*]] = math.fma
// CHECK: math.fma {{.*}}, %[[SECOND]] : vector
// CHECK: math.fma {{.*}}, %[[FIRST]] : vector
// CHECK-COUNT-4: vector.transfer_read {{.*}} permutation_map = #[[TRANSPOSED]]} : memref<80x16xf32
// CHECK: matrix.dma_store
// Without stacks, and with fewer registers than vectors, the whole image is transposed before the first product.
// DISABLED: memref.alloc() : memref<{{[0-9]+}}xi8
// DISABLED-NOT: memref<80x16xf32
// DISABLED-NOT: math.fma
// DISABLED: scf.for
// FEW: memref.alloc() : memref<{{[0-9]+}}xi8
// FEW-NOT: memref<80x16xf32
// FEW-NOT: math.fma
// FEW: scf.for
func.func @steps(%image: tensor<16x15x15xf32>, %filter: tensor<16x3x3xf32>) -> tensor<16x7x7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x7x7xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<16x7x7xf32>) -> tensor<16x7x7xf32>
  %r = linalg.generic {indexing_maps = [#window, affine_map<(c, y, x, i, j) -> (c, i, j)>, #pixel],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%image, %filter : tensor<16x15x15xf32>, tensor<16x3x3xf32>) outs(%init : tensor<16x7x7xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<16x7x7xf32>
  return %r : tensor<16x7x7xf32>
}

}
