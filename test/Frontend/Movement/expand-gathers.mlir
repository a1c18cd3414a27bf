// RUN: matrix-opt %s -matrix-expand-copies | FileCheck %s

// Gathers of rows become one transfer for each row, eight in a step.

#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>

module attributes {matrix.target = #matrix.target<"base">} {

// One assertion of each message tests the rows of a step: LLVM would sink reads of the indices between several.

// CHECK-LABEL: func @assertions
// CHECK-COUNT-8: memref.load %arg0
// CHECK: arith.maxsi
// CHECK: %[[BELOW:.*]] = arith.cmpi slt
// CHECK: arith.minsi
// CHECK: %[[POSITIVE:.*]] = arith.cmpi sge
// CHECK: cf.assert %[[BELOW]], "too large"
// CHECK-NEXT: cf.assert %[[POSITIVE]], "negative"
// CHECK-NOT: cf.assert
// CHECK: matrix.dma_load
func.func @assertions(%n: memref<64xi64>, %t: memref<50x64xf32>, %r: memref<64x64xf32>) {
  %c0 = arith.constant 0 : i64
  %c50 = arith.constant 50 : i64
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi64>) outs(%r : memref<64x64xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i64, %o: f32):
    %isBelow = arith.cmpi slt, %k, %c50 : i64
    cf.assert %isBelow, "too large"
    %isPositive = arith.cmpi sge, %k, %c0 : i64
    cf.assert %isPositive, "negative"
    %row = arith.index_cast %k : i64 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<50x64xf32>
    linalg.yield %x : f32
  }
  return
}

// The loads of a step are in flight during the step before.

// CHECK-LABEL: func @rows
// CHECK: %[[BUFFER:.*]] = memref.alloc() : memref<3x8x256xf32, #matrix.space<scratchpad>>
// CHECK: matrix.core_id
// CHECK: scf.if
// CHECK-COUNT-8: memref.load %arg1
// CHECK-COUNT-8: matrix.dma_load
// CHECK: scf.for
// CHECK: matrix.dma_wait
// CHECK: scf.if
// CHECK-COUNT-8: matrix.dma_load
// CHECK-COUNT-8: memref.load %arg1
// CHECK-COUNT-8: matrix.dma_wait
// CHECK: matrix.dma_store
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @rows(%t: memref<4096x256xf32>, %n: memref<512xi32>, %r: memref<512x256xf32>) {
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<512xi32>) outs(%r : memref<512x256xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<4096x256xf32>
    linalg.yield %x : f32
  }
  return
}

// The last step has three rows. A core by itself divides nothing.

// CHECK-LABEL: func @partial_step
// CHECK-NOT: matrix.core_id
// CHECK: matrix.dma_store {{.*}} valid
func.func @partial_step(%t: memref<40x33xf32>, %n: memref<19xi32>, %r: memref<19x33xf32>) {
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<19xi32>) outs(%r : memref<19x33xf32>) attrs = {matrix.interleaved} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<40x33xf32>
    linalg.yield %x : f32
  }
  return
}

// No transfers: columns instead of rows; rows that are parts of those of the
// table, short, or too long; a number that depends on the column; iterations
// that are not independent.

// CHECK-LABEL: func @others
// CHECK-NOT: matrix.dma_load
// CHECK-COUNT-6: linalg.generic
func.func @others(%t: memref<64x64xf32>, %s: memref<64x3xf32>, %l: memref<64x100000xf32>, %n: memref<64xi32>,
                  %r: memref<64x64xf32>, %p: memref<64x32xf32>, %q: memref<64x3xf32>, %u: memref<64x100000xf32>) {
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%r : memref<64x64xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %column = arith.index_cast %k : i32 to index
    %row = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<64x64xf32>
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%p : memref<64x32xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<64x64xf32>
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%q : memref<64x3xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %s[%row, %column] : memref<64x3xf32>
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%u : memref<64x100000xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %l[%row, %column] : memref<64x100000xf32>
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%r : memref<64x64xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<64x64xf32>
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64xi32>) outs(%r : memref<64x64xf32>) {
  ^bb0(%k: i32, %o: f32):
    %row = arith.index_cast %k : i32 to index
    %column = linalg.index 1 : index
    %x = memref.load %t[%row, %column] : memref<64x64xf32>
    linalg.yield %x : f32
  }
  return
}

}
