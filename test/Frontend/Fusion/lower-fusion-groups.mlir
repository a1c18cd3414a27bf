// RUN: matrix-opt %s -split-input-file -matrix-plan-fusion-groups -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s
// RUN: matrix-opt %s -split-input-file -matrix-plan-fusion-groups=cores=1 -matrix-lower-fusion-groups -canonicalize -cse \
// RUN:   | FileCheck %s --check-prefix=ONE

#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#cols = affine_map<(i, j) -> (j)>

// A function on buffers replaces the fusion group. A block of each operand is loaded while
// the previous one is computed; elements beyond the edge are filled. B is read by transposing loads, the bias
// by row; accumulators stay in registers up to the store. One core loads B for all cores, another one the bias, once.

// CHECK-DAG: #[[$TRANSPOSED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG: #[[$ROW:.*]] = affine_map<(d0) -> (0, d0)>
// CHECK-LABEL: func @linear
// CHECK-SAME: (%[[X:[^:]*]]: tensor<6500x100xf32>, %[[W:[^:]*]]: tensor<100x190xf32>, %[[B:[^:]*]]: tensor<190xf32>)
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[R:.*]] = matrix.launch @[[GROUP:.*]] ins(%[[X]], %[[W]], %[[B]] : {{.*}}) outs(%[[E]] : {{.*}}) {all_cores} ->
// CHECK-NEXT: return %[[R]]
// CHECK: func private @[[GROUP]](
// CHECK-SAME: memref<6500x100xf32>, {{.*}}memref<100x190xf32>, {{.*}}memref<190xf32>, {{.*}}memref<6500x190xf32>)
// CHECK-DAG: %[[A:.*]] = memref.alloc() : memref<2x[[M:[0-9]+]]x[[K:[0-9]+]]xf32, #matrix.space<scratchpad>>
// CHECK-DAG: %[[CORE:.*]] = matrix.core_id
// CHECK: matrix.dma_load {{.*}} multicast
// CHECK: matrix.dma_load {{.*}} multicast
// CHECK: matrix.dma_load
// CHECK: scf.for
// CHECK: scf.if
// CHECK: matrix.dma_load {{.*}} valid[
// CHECK-NEXT: scf.yield {{.*}} : !matrix.token
// CHECK: matrix.dma_wait
// CHECK: matrix.semaphore_wait
// CHECK: matrix.semaphore_wait
// CHECK: scf.for {{.*}} -> (vector<16x16xf32>
// CHECK: vector.transfer_read {{.*}} vector<16x16xf32>
// CHECK: vector.transfer_read {{.*}} permutation_map = #[[$TRANSPOSED]]{{.*}} vector<16x16xf32>
// CHECK: vector.contract
// CHECK: vector.transfer_read {{.*}} permutation_map = #[[$ROW]]{{.*}} vector<16x16xf32>
// CHECK: arith.addf
// CHECK: vector.transfer_write
// CHECK: matrix.dma_store {{.*}} valid[
// CHECK: matrix.dma_wait
// CHECK: matrix.barrier
// CHECK-NEXT: return

// ONE-LABEL: func @linear
// ONE-NOT: matrix.core_id
// ONE-NOT: matrix.barrier
// ONE: func private
// ONE-NOT: matrix.core_id
// ONE-NOT: matrix.barrier
// ONE: return
func.func @linear(%x: tensor<6500x100xf32>, %w: tensor<100x190xf32>, %b: tensor<190xf32>) -> tensor<6500x190xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6500x190xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<6500x190xf32>) -> tensor<6500x190xf32>
  %m = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"],
                       matrix.fusion_group = "contraction"}
      ins(%x, %w : tensor<6500x100xf32>, tensor<100x190xf32>) outs(%init : tensor<6500x190xf32>) {
  ^bb0(%a: f32, %c: f32, %acc: f32):
    %p = arith.mulf %a, %c : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<6500x190xf32>
  %r = linalg.generic {indexing_maps = [#id, #cols, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "epilogue"}
      ins(%m, %b : tensor<6500x190xf32>, tensor<190xf32>) outs(%e : tensor<6500x190xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<6500x190xf32>
  return %r : tensor<6500x190xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// Without a neutral element as padding, the last tile of a row is masked; rows are
// reduced once, and one column is stored.

// CHECK-LABEL: func @row_maximum
// CHECK: %[[MASK:.*]] = vector.constant_mask [16, 14]
// CHECK: %[[IN:.*]] = arith.select %[[MASK]]
// CHECK: arith.maximumf %{{.*}}, %[[IN]]
// CHECK: vector.multi_reduction <maximumf>
// CHECK: matrix.dma_store {{.*}} : memref<{{[0-9]+}}x1xf32, strided{{.*}} to memref<20x1xf32
func.func @row_maximum(%x: tensor<20x30xf32>) -> tensor<20xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<20xf32>
  %init = linalg.fill ins(%low : f32) outs(%e : tensor<20xf32>) -> tensor<20xf32>
  %s = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"],
                       matrix.fusion_group = "reduction"}
      ins(%x : tensor<20x30xf32>) outs(%init : tensor<20xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<20xf32>
  return %s : tensor<20xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Narrow elements are computed as f32 in column blocks and rounded once per block.

// A result may overwrite its operand: each element is read before it is
// written.

// CHECK-LABEL: func @narrow
// CHECK: matrix.launch {{.*}} {all_cores, elementwise = array<i64: 0>}
// CHECK: %[[T:.*]] = vector.transfer_read {{.*}} vector<16x32xbf16>
// CHECK: %[[P:.*]] = vector.extract_strided_slice %[[T]] {offsets = [0, 0], sizes = [16, 16]
// CHECK: %[[W:.*]] = arith.extf %[[P]]
// CHECK: vector.extract_strided_slice %[[T]] {offsets = [0, 16], sizes = [16, 16]
// CHECK: math.exp
// CHECK: arith.truncf
// CHECK: vector.insert_strided_slice {{.*}} {offsets = [0, 0]
// CHECK: vector.insert_strided_slice {{.*}} {offsets = [0, 16]
// CHECK: vector.transfer_write {{.*}} vector<16x32xbf16>
func.func @narrow(%x: tensor<20x30xbf16>) -> tensor<20x30xbf16> {
  %e = tensor.empty() : tensor<20x30xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"],
                       matrix.fusion_group = "elementwise"}
      ins(%x : tensor<20x30xbf16>) outs(%e : tensor<20x30xbf16>) {
  ^bb0(%a: bf16, %o: bf16):
    %y = math.exp %a : bf16
    linalg.yield %y : bf16
  } -> tensor<20x30xbf16>
  return %r : tensor<20x30xbf16>
}

// -----

// A group reads a slice in its source, by way of a reshape: one transfer of the
// columns from 24 on.

#swap = affine_map<(h, i, j) -> (i, h, j)>
#hij = affine_map<(h, i, j) -> (h, i, j)>

// CHECK-LABEL: func @slice
// CHECK-SAME: (%[[X:.*]]: tensor<33x72xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: matrix.launch @[[SLICE:.*]] ins(%[[X]] : tensor<33x72xf32>)
// CHECK: func private @[[SLICE]](%[[SOURCE:.*]]: memref<33x72xf32>
// CHECK: memref.reinterpret_cast %[[SOURCE]] to offset: [%{{.*}}], sizes: [33, 12], strides: [72, 1]
func.func @slice(%x: tensor<33x72xf32>) -> tensor<2x33x12xf32> {
  %s = tensor.extract_slice %x[0, 24] [33, 24] [1, 1] : tensor<33x72xf32> to tensor<33x24xf32>
  %h = tensor.expand_shape %s [[0], [1, 2]] output_shape [33, 2, 12] : tensor<33x24xf32> into tensor<33x2x12xf32>
  %e = tensor.empty() : tensor<2x33x12xf32>
  %r = linalg.generic {indexing_maps = [#swap, #hij], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%h : tensor<33x2x12xf32>) outs(%e : tensor<2x33x12xf32>) attrs = {matrix.fusion_group = "elementwise"} {
  ^bb0(%a: f32, %o: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<2x33x12xf32>
  return %r : tensor<2x33x12xf32>
}
