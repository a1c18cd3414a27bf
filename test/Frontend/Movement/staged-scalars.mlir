// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-stage-scalar-code))' | FileCheck %s
// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base disable=staged-scalars},func.func(matrix-stage-scalar-code))' | FileCheck %s --check-prefix=DISABLED
// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-stage-scalar-code))' | FileCheck %s --check-prefix=DISABLED

// DISABLED-NOT: matrix.dma

#id = affine_map<(i, j) -> (i, j)>

// Elements of rows: slices of all three buffers, and one index of the load is that of the block. 64 rows are 16 for each of four cores.
// CHECK-LABEL: func.func @rows
// CHECK: memref.alloc() : memref<[[B:[0-9]+x[0-9]+]]x256xi64, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<[[B]]x256xf32, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<[[B]]x256xf32, #matrix.space<scratchpad>>
// CHECK: matrix.core_id
// CHECK-COUNT-2: matrix.dma_load
// CHECK: linalg.generic {{.*}} attrs = {matrix.interleaved}
// CHECK: arith.addi
// CHECK: %[[ROW:.*]] = linalg.index 0
// CHECK: memref.load %{{.*}}[%[[ROW]], %{{.*}}] : memref<{{.*}}, #matrix.space<scratchpad>>
// CHECK: matrix.fence
// CHECK: matrix.dma_store
func.func @rows(%x: memref<64x256xf32>, %n: memref<64x256xi64>, %r: memref<64x256xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : memref<64x256xi64>) outs(%r : memref<64x256xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %k : i64 to index
    %v = memref.load %x[%i, %j] : memref<64x256xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// A table is loaded once by each core; blocks have two buffers where a core has several.
// CHECK-LABEL: func.func @table
// CHECK: memref.alloc() : memref<100xf64, #matrix.space<scratchpad>>
// CHECK: matrix.dma_load {{.*}} : memref<100xf64> to memref<100xf64, #matrix.space<scratchpad>>
// CHECK: scf.for
// CHECK: matrix.dma_load
// CHECK: linalg.generic
// CHECK: matrix.dma_store
func.func @table(%x: memref<100xf64>, %n: memref<200000xi32>, %r: memref<200000xf64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%n : memref<200000xi32>) outs(%r : memref<200000xf64>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f64):
    %j = arith.index_cast %k : i32 to index
    %v = memref.load %x[%j] : memref<100xf64>
    linalg.yield %v : f64
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// A table that exceeds the scratchpad stays in DRAM, at the index of the whole loop.
// CHECK-LABEL: func.func @large_table
// CHECK-SAME: %[[X:.*]]: memref<4000000xf32>
// CHECK-NOT: memref<4000000xf32, #matrix.space<scratchpad>>
// CHECK: linalg.generic
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: arith.addi %[[I]], %{{.*}} : index
// CHECK: memref.load %[[X]]
func.func @large_table(%x: memref<4000000xf32>, %n: memref<20000xi32>, %r: memref<20000xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%n : memref<20000xi32>) outs(%r : memref<20000xf32>) attrs = {matrix.divided} {
  ^bb0(%k: i32, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %k : i32 to index
    %s = arith.addi %i, %j : index
    %v = memref.load %x[%s] : memref<4000000xf32>
    linalg.yield %v : f32
  }
  return
}

// -----

#id = affine_map<(i) -> (i)>

// One core executes the operation, or its accesses take fewer cycles than transfers.
// CHECK-LABEL: func.func @not_divided
// CHECK-NOT: matrix.dma
func.func @not_divided(%x: memref<5000xf64>, %y: memref<8xf64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<5000xf64>) outs(%x : memref<5000xf64>) attrs = {matrix.interleaved} {
  ^bb0(%k: f64, %o: f64):
    %v = arith.addf %k, %k : f64
    linalg.yield %v : f64
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%y : memref<8xf64>) outs(%y : memref<8xf64>) attrs = {matrix.divided} {
  ^bb0(%k: f64, %o: f64):
    %v = arith.addf %k, %k : f64
    linalg.yield %v : f64
  }
  return
}
