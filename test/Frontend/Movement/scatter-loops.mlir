// RUN: matrix-opt %s -split-input-file -matrix-set-target=cpu=base -matrix-lower-scatter-loops | FileCheck %s
// RUN: matrix-opt %s -split-input-file -matrix-set-target=cpu=gemmini -matrix-lower-scatter-loops | FileCheck %s --check-prefix=ROWS

// A machine without DMA to a scratchpad keeps all loops.
// ROWS-NOT: matrix.launch

#same = affine_map<(d) -> (d)>

// Each of four cores has 8 of 32 columns. The table is filled by a transfer that reads nothing; numbers and updates are streamed.
// CHECK-LABEL: func.func @index_add
// CHECK: matrix.launch @matrix_fusion_group ins(%arg0, %arg1 : tensor<100xi32>, tensor<100x32xf32>) outs({{.*}} : tensor<40x32xf32>) {all_cores}
// CHECK: func.func private @matrix_fusion_group
// CHECK: memref.alloc() : memref<1x1x100xi32, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<1x100x8xf32, #matrix.space<scratchpad>>
// CHECK: %[[TABLE:.*]] = memref.alloc() : memref<1x40x8xf32, #matrix.space<scratchpad>>
// CHECK: matrix.core_id
// CHECK: matrix.dma_load {{.*}} valid[%[[ZERO:.*]], %[[ZERO]]] {fill = 0.000000e+00 : f32}
// CHECK: memref.load %[[TABLE]]
// CHECK: arith.addf
// CHECK: memref.store {{.*}}, %[[TABLE]]
// CHECK: matrix.fence
// CHECK: matrix.dma_store
// CHECK: matrix.barrier
func.func @index_add(%index: tensor<100xi32>, %x: tensor<100x32xf32>) -> tensor<40x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %zeros = arith.constant dense<0.0> : tensor<40x32xf32>
  %e = tensor.empty() : tensor<32xf32>
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%t = %zeros) -> (tensor<40x32xf32>) {
    %n = tensor.extract %index[%i] : tensor<100xi32>
    %k = arith.index_cast %n : i32 to index
    %a = tensor.extract_slice %t[%k, 0] [1, 32] [1, 1] : tensor<40x32xf32> to tensor<32xf32>
    %b = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<100x32xf32> to tensor<32xf32>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %sum = arith.addf %p, %q : f32
      linalg.yield %sum : f32
    } -> tensor<32xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<40x32xf32>
    scf.yield %u : tensor<40x32xf32>
  }
  return %r : tensor<40x32xf32>
}

// -----

// Elements of the table are read: one core has all columns. The table before the loop has contents, and its buffer may be that of
// the result; the factor is passed.
// CHECK-LABEL: func.func @elements
// CHECK: matrix.launch @matrix_fusion_group ins(%arg0, %arg1, %arg2 : tensor<100xi64>, tensor<50xf64>, f64) outs({{.*}}) {all_cores, elementwise = array<i64: 1>}
// CHECK: memref.alloc() : memref<1x1x100xi64, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<1x1x50xf64, #matrix.space<scratchpad>>
func.func @elements(%index: tensor<100xi64>, %init: tensor<50xf64>, %factor: f64) -> tensor<50xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%t = %init) -> (tensor<50xf64>) {
    %n = tensor.extract %index[%i] : tensor<100xi64>
    %k = arith.index_cast %n : i64 to index
    %a = tensor.extract %t[%k] : tensor<50xf64>
    %p = arith.mulf %a, %factor : f64
    %u = tensor.insert %p into %t[%k] : tensor<50xf64>
    scf.yield %u : tensor<50xf64>
  }
  return %r : tensor<50xf64>
}

// -----

// The table is read after its update.
// CHECK-LABEL: func.func @read_after_update
// CHECK: scf.for
// CHECK-NOT: matrix.launch
func.func @read_after_update(%x: tensor<100xf32>, %init: tensor<100xf32>) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c99 = arith.constant 99 : index
  %r = scf.for %i = %c0 to %c99 step %c1 iter_args(%t = %init) -> (tensor<100xf32>) {
    %a = tensor.extract %x[%i] : tensor<100xf32>
    %u = tensor.insert %a into %t[%i] : tensor<100xf32>
    %b = tensor.extract %t[%i] : tensor<100xf32>
    %v = tensor.insert %b into %u[%c0] : tensor<100xf32>
    scf.yield %v : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}

// -----

// The trip count is data.
// CHECK-LABEL: func.func @open_count
// CHECK: scf.for
// CHECK-NOT: matrix.launch
func.func @open_count(%x: tensor<100xf32>, %init: tensor<100xf32>, %n: index) -> tensor<100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init) -> (tensor<100xf32>) {
    %a = tensor.extract %x[%i] : tensor<100xf32>
    %u = tensor.insert %a into %t[%i] : tensor<100xf32>
    scf.yield %u : tensor<100xf32>
  }
  return %r : tensor<100xf32>
}

// -----

// The table does not fit, however few columns a core has.
// CHECK-LABEL: func.func @long_table
// CHECK: scf.for
// CHECK-NOT: matrix.launch
func.func @long_table(%index: tensor<100xi64>, %x: tensor<100xf32>, %init: tensor<9000000xf32>) -> tensor<9000000xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%t = %init) -> (tensor<9000000xf32>) {
    %n = tensor.extract %index[%i] : tensor<100xi64>
    %k = arith.index_cast %n : i64 to index
    %a = tensor.extract %x[%i] : tensor<100xf32>
    %u = tensor.insert %a into %t[%k] : tensor<9000000xf32>
    scf.yield %u : tensor<9000000xf32>
  }
  return %r : tensor<9000000xf32>
}

// -----

// The rows are so wide, and have no tile form, that a launch for each of them takes fewer cycles.
// CHECK-LABEL: func.func @wide_rows
// CHECK: scf.for
// CHECK-NOT: matrix.launch
#same = affine_map<(d) -> (d)>
func.func @wide_rows(%index: tensor<100xi64>, %x: tensor<100x8192xf64>, %init: tensor<4x8192xf64>) -> tensor<4x8192xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %e = tensor.empty() : tensor<8192xf64>
  %r = scf.for %i = %c0 to %c100 step %c1 iter_args(%t = %init) -> (tensor<4x8192xf64>) {
    %n = tensor.extract %index[%i] : tensor<100xi64>
    %k = arith.index_cast %n : i64 to index
    %a = tensor.extract_slice %t[%k, 0] [1, 8192] [1, 1] : tensor<4x8192xf64> to tensor<8192xf64>
    %b = tensor.extract_slice %x[%i, 0] [1, 8192] [1, 1] : tensor<100x8192xf64> to tensor<8192xf64>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<8192xf64>, tensor<8192xf64>) outs(%e : tensor<8192xf64>) {
    ^bb0(%p: f64, %q: f64, %o: f64):
      %sum = arith.addf %p, %q : f64
      linalg.yield %sum : f64
    } -> tensor<8192xf64>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 8192] [1, 1] : tensor<8192xf64> into tensor<4x8192xf64>
    scf.yield %u : tensor<4x8192xf64>
  }
  return %r : tensor<4x8192xf64>
}

// -----

// A core computes rows of 100 elements as tiles of 256, of which each row of the table has one; rows of updates are padded to whole
// rows of a tile, and followed by what a tile has after the last one.
// CHECK-LABEL: func.func @row_tiles
// CHECK: memref.alloc() : memref<1x1x80xi64, #matrix.space<scratchpad>>
// CHECK: %[[UPDATES:.*]] = memref.alloc() : memref<1x82x112xf32, #matrix.space<scratchpad>>
// CHECK: %[[TABLE:.*]] = memref.alloc() : memref<1x40x256xf32, #matrix.space<scratchpad>>
// CHECK: memref.subview %[[TABLE]][0, 0, 0] [1, 40, 100] [1, 1, 1]
// CHECK: matrix.dma_load
// CHECK-DAG: memref.reinterpret_cast %[[TABLE]] to offset: [{{.*}}], sizes: [16, 16], strides: [16, 1]
// CHECK-DAG: memref.reinterpret_cast %[[UPDATES]] to offset: [{{.*}}], sizes: [16, 16], strides: [16, 1]
// CHECK: %[[SUM:.*]] = arith.addf {{.*}} : vector<16x16xf32>
// CHECK: vector.transfer_write %[[SUM]]
// CHECK: matrix.dma_store
#same = affine_map<(d) -> (d)>
func.func @row_tiles(%index: tensor<80xi64>, %x: tensor<80x100xf32>, %init: tensor<40x100xf32>) -> tensor<40x100xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c80 = arith.constant 80 : index
  %e = tensor.empty() : tensor<100xf32>
  %r = scf.for %i = %c0 to %c80 step %c1 iter_args(%t = %init) -> (tensor<40x100xf32>) {
    %n = tensor.extract %index[%i] : tensor<80xi64>
    %k = arith.index_cast %n : i64 to index
    %a = tensor.extract_slice %t[%k, 0] [1, 100] [1, 1] : tensor<40x100xf32> to tensor<100xf32>
    %b = tensor.extract_slice %x[%i, 0] [1, 100] [1, 1] : tensor<80x100xf32> to tensor<100xf32>
    %s = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<100xf32>, tensor<100xf32>) outs(%e : tensor<100xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %sum = arith.addf %p, %q : f32
      linalg.yield %sum : f32
    } -> tensor<100xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 100] [1, 1] : tensor<100xf32> into tensor<40x100xf32>
    scf.yield %u : tensor<40x100xf32>
  }
  return %r : tensor<40x100xf32>
}

// -----

// Elements that are selected along rows: each of four cores has 16 rows of everything, and interleaves eight of them. One assertion
// compares the largest of their indices.
// CHECK-LABEL: func.func @along_rows
// CHECK: matrix.launch @matrix_fusion_group ins(%arg0, %arg1, %arg2 : {{.*}}) outs({{.*}}) {all_cores, elementwise = array<i64: 2>}
// CHECK: memref.alloc() : memref<1x1x800xi64, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<1x1x800xf32, #matrix.space<scratchpad>>
// CHECK: %[[TABLE:.*]] = memref.alloc() : memref<1x1x960xf32, #matrix.space<scratchpad>>
// CHECK: matrix.core_id
// CHECK-COUNT-3: matrix.dma_load
// CHECK: scf.for {{.*}} step %c1
// CHECK: scf.for {{.*}} step %c8
// CHECK-COUNT-7: arith.maxui
// CHECK: cf.assert
// CHECK-COUNT-8: memref.load %[[TABLE]]
// CHECK-COUNT-8: memref.store {{.*}}, %[[TABLE]]
// CHECK: matrix.dma_store
func.func @along_rows(%index: tensor<64x50xi64>, %x: tensor<64x50xf32>, %init: tensor<64x60xf32>) -> tensor<64x60xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %c64 = arith.constant 64 : index
  %c60 = arith.constant 60 : i64
  %r = scf.for %b = %c0 to %c64 step %c1 iter_args(%t = %init) -> (tensor<64x60xf32>) {
    %s = scf.for %m = %c0 to %c50 step %c1 iter_args(%v = %t) -> (tensor<64x60xf32>) {
      %n = tensor.extract %index[%b, %m] : tensor<64x50xi64>
      %ok = arith.cmpi ult, %n, %c60 : i64
      cf.assert %ok, "index out of range"
      %k = arith.index_cast %n : i64 to index
      %old = tensor.extract %v[%b, %k] : tensor<64x60xf32>
      %new = tensor.extract %x[%b, %m] : tensor<64x50xf32>
      %sum = arith.addf %old, %new : f32
      %u = tensor.insert %sum into %v[%b, %k] : tensor<64x60xf32>
      scf.yield %u : tensor<64x60xf32>
    }
    scf.yield %s : tensor<64x60xf32>
  }
  return %r : tensor<64x60xf32>
}

// -----

// Elements that are selected along columns: each core has 16 of 61 columns, the last one 13. The loop counts 50 of them, so that
// the last core has two iterations, but its part of the table.
// CHECK-LABEL: func.func @along_columns
// CHECK: memref.alloc() : memref<1x40x16xi32, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<1x40x16xf32, #matrix.space<scratchpad>>
// CHECK: memref.alloc() : memref<1x25x16xf32, #matrix.space<scratchpad>>
// CHECK: matrix.dma_load {{.*}} valid
// CHECK: matrix.dma_load {{.*}} valid
// CHECK: matrix.dma_load {{.*}} valid
// CHECK: arith.remui
// CHECK: matrix.dma_store {{.*}} valid
func.func @along_columns(%index: tensor<40x50xi32>, %x: tensor<40x50xf32>, %init: tensor<25x61xf32>) -> tensor<25x61xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %c50 = arith.constant 50 : index
  %r = scf.for %m = %c0 to %c40 step %c1 iter_args(%t = %init) -> (tensor<25x61xf32>) {
    %s = scf.for %q = %c0 to %c50 step %c1 iter_args(%v = %t) -> (tensor<25x61xf32>) {
      %n = tensor.extract %index[%m, %q] : tensor<40x50xi32>
      %k = arith.index_cast %n : i32 to index
      %old = tensor.extract %v[%k, %q] : tensor<25x61xf32>
      %new = tensor.extract %x[%m, %q] : tensor<40x50xf32>
      %sum = arith.addf %old, %new : f32
      %u = tensor.insert %sum into %v[%k, %q] : tensor<25x61xf32>
      scf.yield %u : tensor<25x61xf32>
    }
    scf.yield %s : tensor<25x61xf32>
  }
  return %r : tensor<25x61xf32>
}

// -----

// The position of the row is that of another counter in one access: no loop accesses separate parts.
// CHECK-LABEL: func.func @other_counter
// CHECK: memref.alloc() : memref<1x30x30xf32, #matrix.space<scratchpad>>
func.func @other_counter(%init: tensor<30x30xf32>) -> tensor<30x30xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c30 = arith.constant 30 : index
  %r = scf.for %i = %c0 to %c30 step %c1 iter_args(%t = %init) -> (tensor<30x30xf32>) {
    %s = scf.for %j = %c0 to %c30 step %c1 iter_args(%v = %t) -> (tensor<30x30xf32>) {
      %a = tensor.extract %v[%j, %i] : tensor<30x30xf32>
      %u = tensor.insert %a into %v[%i, %j] : tensor<30x30xf32>
      scf.yield %u : tensor<30x30xf32>
    }
    scf.yield %s : tensor<30x30xf32>
  }
  return %r : tensor<30x30xf32>
}
