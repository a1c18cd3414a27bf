// On several cores, the first and the last step are loops over parts: each part of the first one waits for its rows of the
// left operand, and each part of the last one is stored by itself. Other steps are one part.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=4 -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: sed 's/, matrix.fusion_group = "contraction"//; s/^module.*//; s/@product/@main/; s/^} .. module//' %s > %t.mlir
// RUN: matrix-run %t.mlir --mcpu=base --random --check

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func private @matrix_fusion_group
// CHECK: scf.for %[[STEP:[^ ]*]] =
// CHECK: %[[IS_FIRST:.*]] = arith.cmpi eq, %[[STEP]], %c0
// CHECK: %[[IS_LAST:.*]] = arith.cmpi eq,
// CHECK: %[[IS_DIVIDED:.*]] = arith.ori %[[IS_FIRST]], %[[IS_LAST]]
// CHECK: %[[PARTS:.*]] = arith.select %[[IS_DIVIDED]], %c{{[248]}}, %c1
// CHECK: scf.for %{{.*}} = %c0 to %[[PARTS]] step %c1
// CHECK: scf.if %[[IS_FIRST]] {
// CHECK: vector.contract
// A part of the last step, or the whole block.
// CHECK: scf.if %[[IS_LAST]]
// CHECK: matrix.dma_store {{.*}}] : memref<[[ROWS:[0-9]+]]x
// CHECK: else
// CHECK-NOT: matrix.dma_store {{.*}}] : memref<[[ROWS]]x
// CHECK: matrix.dma_store

func.func @product(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x512xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"], matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<512x512xf32>, tensor<512x512xf32>) outs(%init : tensor<512x512xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<512x512xf32>
  return %m : tensor<512x512xf32>
}

} // module
