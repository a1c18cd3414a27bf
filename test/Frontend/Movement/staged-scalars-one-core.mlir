// RUN: matrix-opt %s -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-stage-scalar-code{cores=1}))' | FileCheck %s

#id = affine_map<(i) -> (i)>

// Scalar code of a single core has no fence between its operations: one precedes the first load.
// CHECK-LABEL: func.func @after_store
// CHECK: memref.store
// CHECK: matrix.fence
// CHECK: matrix.dma_load
// CHECK: linalg.generic
// CHECK: matrix.fence
// CHECK: matrix.dma_store
func.func @after_store(%x: memref<64xf64>, %v: f64, %r: memref<64xf64>) {
  %c0 = arith.constant 0 : index
  memref.store %v, %x[%c0] : memref<64xf64>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xf64>) outs(%r : memref<64xf64>) attrs = {matrix.interleaved} {
  ^bb0(%a: f64, %o: f64):
    %t = math.tanh %a : f64
    linalg.yield %t : f64
  }
  return
}
