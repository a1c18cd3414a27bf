// Grids of cores: blocks that several cores use at the same time are loaded by one of them and
// multicast. Semaphores order the loads: `full` at the receivers, `released` of each buffer at the
// sender.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=ONE --implicit-check-not=multicast --implicit-check-not=semaphore

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @square
// CHECK: func private @matrix_fusion_group
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: %[[SENDS:.*]] = arith.cmpi eq, %[[CORE]],
// CHECK: scf.if %[[SENDS]] {
// CHECK-NEXT: matrix.semaphore_wait %[[RELEASED:.*]] for %c0
// CHECK: matrix.dma_load {{.*}} multicast %{{.*}} post %[[FULL:[^ ]*]]
// CHECK: scf.for
// CHECK: scf.if %[[SENDS]] {
// CHECK: %[[USERS:.*]] = arith.select %{{.*}}, %c0, %
// CHECK: matrix.semaphore_wait %{{.*}} for %[[USERS]]
// CHECK: matrix.dma_load {{.*}} multicast %{{.*}} post %[[FULL]]
// CHECK: matrix.semaphore_wait %[[FULL]] for %c1
// CHECK: vector.contract
// CHECK: matrix.dma_store
// CHECK: matrix.semaphore_post
// CHECK: matrix.barrier

// ONE-LABEL: func @square
// ONE: matrix.dma_load
func.func @square(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1024x1024xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<1024x1024xbf16>, tensor<1024x1024xbf16>) outs(%init : tensor<1024x1024xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %ye = arith.extf %y : bf16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<1024x1024xf32>
  return %m : tensor<1024x1024xf32>
}

}
