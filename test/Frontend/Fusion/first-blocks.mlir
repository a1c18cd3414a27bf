// Cores load blocks of their own, and one of them also multicasts those of the other operand: the
// multicast starts last, and no core starts loads of its second step before its first blocks have
// arrived. On one core, transfers are in order anyway, and nothing precedes the loop but their start.
//
// RUN: matrix-opt %s -matrix-plan-fusion-groups -matrix-lower-fusion-groups -canonicalize -cse | FileCheck %s
// RUN: matrix-opt %s -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=ONE

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

module attributes {matrix.target = #matrix.target<"base">} {

// CHECK-LABEL: func @steps
// CHECK: func private @matrix_fusion_group
// CHECK: %[[OWN:.*]] = matrix.dma_load
// CHECK-NOT: multicast
// CHECK: scf.if
// CHECK: matrix.dma_load {{.*}} multicast %{{.*}} post %[[FULL:[^ ]*]]
// CHECK: matrix.dma_wait %[[OWN]]
// CHECK: matrix.semaphore_wait %[[FULL]] for %c1
// CHECK: scf.for
// CHECK: matrix.semaphore_wait %[[FULL]] for %{{[0-9]+}}
// CHECK: vector.contract

// ONE-LABEL: func @steps
// ONE: func private @matrix_fusion_group
// ONE-COUNT-2: matrix.dma_load
// ONE-NOT: matrix.dma_wait
// ONE: scf.for
func.func @steps(%a: tensor<512x1024xbf16>, %b: tensor<1024x196xbf16>) -> tensor<512x196xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<512x196xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<512x196xf32>) -> tensor<512x196xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%a, %b : tensor<512x1024xbf16>, tensor<1024x196xbf16>) outs(%init : tensor<512x196xf32>) {
  ^bb0(%x: bf16, %y: bf16, %acc: f32):
    %xe = arith.extf %x : bf16 to f32
    %ye = arith.extf %y : bf16 to f32
    %p = arith.mulf %xe, %ye : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<512x196xf32>
  return %m : tensor<512x196xf32>
}

}
