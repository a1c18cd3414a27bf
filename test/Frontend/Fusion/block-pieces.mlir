// A block that several steps use is loaded in pieces, one in each of the steps that use the block
// before. The first step is computed in parts, each of which waits for its rows of the left operand, and so is the last
// one, which stores each part. On one core, register blocks overlap across parts.
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
// CHECK: %[[FIRST:.*]] = matrix.dma_load
// CHECK: %[[SECOND:.*]] = matrix.dma_load {{.*}}[%[[ROWS:c[0-9]+]], %c0]
// CHECK: scf.for %[[STEP:[^ ]*]] =
// CHECK: %[[IS_LAST:.*]] = arith.cmpi eq,
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[STEP]], %c0
// CHECK: %[[IS_DIVIDED:.*]] = arith.ori %[[IS_FIRST]], %[[IS_LAST]]
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK-NEXT: matrix.dma_wait %[[FIRST]]
// The loads of the next step, among them a piece of the next block of the left operand, are beside those of the
// first tiles.
// CHECK: vector.transfer_read
// CHECK: vector.transfer_read
// CHECK: matrix.dma_load {{.*}}[%{{.*}}, %c0] to %{{.*}} : memref<2048x512xi8{{.*}} to memref<{{.*}}x512xi8
// CHECK: vector.transfer_read
// CHECK: vector.contract
// The register blocks of all parts are one loop: the first step waits before the first one of a part, the last one
// stores after its last one.
// CHECK: scf.for
// CHECK: scf.if %[[IS_DIVIDED]] {
// CHECK-NEXT: scf.if %[[IS_FIRST]] {
// CHECK: %[[IN_PART:.*]] = arith.remui %{{.*}}, %[[ROWS]]
// CHECK: arith.cmpi eq, %[[IN_PART]], %c0
// CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : !matrix.token
// CHECK: matrix.dma_wait
// CHECK: scf.if %[[IS_LAST]] {
// CHECK: matrix.dma_store {{.*}} : memref<[[STORED:[0-9]+]]x64xi32
// The last part of the last step, or the whole block.
// CHECK: scf.if %[[IS_LAST]] ->
// CHECK: matrix.dma_store {{.*}} : memref<[[STORED]]x64xi32
// CHECK: else
// CHECK-NOT: matrix.dma_store {{.*}} : memref<[[STORED]]x64xi32
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
