// A block that several steps use is loaded in pieces, one in each of the steps that use the block
// before. The first step is computed in parts, each of which waits for its rows of the left operand, and so is the last
// one, which stores each part.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=4 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=MANY
// RUN: sed 's/, matrix.fusion_group = "contraction"//; s/^module.*//; s/@product/@main/; s/^} .. module//' %s > %t.mlir
// RUN: matrix-run %t.mlir --mcpu=base --cores=1 --random --check
// RUN: matrix-run %t.mlir --mcpu=base --random --check

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func private @matrix_fusion_group
// The right operand precedes the parts.
// CHECK: matrix.dma_load
// CHECK: matrix.dma_load
// CHECK: %[[LAST:.*]] = matrix.dma_load
// CHECK: scf.for %[[STEP:[^ ]*]] =
// A piece of the next block of the left operand.
// CHECK: matrix.dma_load {{.*}}[%{{.*}}, %c0] to %{{.*}} : memref<2048x512xi8{{.*}} to memref<{{.*}}x512xi8
// The parts of the first and the last step.
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[STEP]], %c0
// CHECK: %[[IS_LAST:.*]] = arith.cmpi eq,
// CHECK: %[[IS_DIVIDED:.*]] = arith.ori %[[IS_FIRST]], %[[IS_LAST]]
// CHECK: %[[PARTS:.*]] = arith.select %[[IS_DIVIDED]], %c{{[248]}}, %c1
// CHECK: scf.for %[[PART:.*]] = %c0 to %[[PARTS]] step %c1
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: arith.cmpi eq, %[[PART]],
// CHECK: matrix.dma_wait %[[LAST]]
// CHECK: vector.contract
// A part of the last step, or the whole block.
// CHECK: scf.if %[[IS_LAST]]
// CHECK: matrix.dma_store {{.*}}] : memref<[[ROWS:[0-9]+]]x
// CHECK: else
// CHECK-NOT: matrix.dma_store {{.*}}] : memref<[[ROWS]]x
// CHECK: matrix.dma_store

// MANY-LABEL: func private @matrix_fusion_group
// MANY: matrix.dma_load {{.*}} multicast
// MANY: scf.for
// MANY: vector.contract
func.func @product(%a: tensor<2048x512xi8>, %b: tensor<512x512xi8>) -> tensor<2048x512xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2048x512xi32>
  %init = linalg.fill ins(%zero : i32) outs(%e : tensor<2048x512xi32>) -> tensor<2048x512xi32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<2048x512xi8>, tensor<512x512xi8>) outs(%init : tensor<2048x512xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %xe = arith.extsi %x : i8 to i32
    %ye = arith.extsi %y : i8 to i32
    %p = arith.muli %xe, %ye : i32
    %s = arith.addi %acc, %p : i32
    linalg.yield %s : i32
  } -> tensor<2048x512xi32>
  return %m : tensor<2048x512xi32>
}

} // module
