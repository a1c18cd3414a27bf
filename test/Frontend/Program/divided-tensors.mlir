// Tensors between launches whose parts are in the scratchpads of several cores. The first
// one is at 0x400000000000 - 0x200000000000 plus its offset, each other one a pitch of
// 0x100000000 bytes behind it.
//
// RUN: split-file %s %t
// RUN: matrix-opt %t/whole.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=WHOLE
// RUN: matrix-opt %t/whole.mlir -matrix-allocate-scratchpad=cores=1 -cse | FileCheck %s --check-prefix=ONE-CORE
// RUN: matrix-opt %t/rows.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=ROWS
// RUN: matrix-opt %t/padded.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=PADDED
// RUN: matrix-opt %t/unaligned.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=WHOLE-TENSOR
// RUN: matrix-opt %t/transposed.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=WHOLE-TENSOR
// RUN: matrix-opt %t/overlapping.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=WHOLE-TENSOR
// RUN: matrix-opt %t/multicast.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=WHOLE-TENSOR
// RUN: matrix-opt %t/large.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=LARGE
// RUN: matrix-opt %t/calls.mlir -matrix-allocate-scratchpad=cores=4 -cse | FileCheck %s --check-prefix=CALLS
// RUN: matrix-compile %S/../../Integration/Linalg/Convolutions/conv-divided-tensors.mlir --emit=dialect -o - | FileCheck %s --check-prefix=PROGRAM
// RUN: matrix-run %S/../../Integration/Linalg/Convolutions/conv-divided-tensors.mlir --cores=3 --random --check
//
// PROGRAM: arith.constant 4294967296 : index
//
// WHOLE-TENSOR: arith.constant 35184372{{[0-9]+}} : index
// WHOLE-TENSOR-COUNT-1: llvm.inttoptr
// WHOLE-TENSOR-NOT: llvm.inttoptr

// Four owners of two rows each. Both transfers access all rows, and become four; the token
// is that of the last one.
//--- whole.mlir
memref.global "private" @matrix_buffer_0 : memref<8x4096xf32> = uninitialized {alignment = 64 : i64}
// WHOLE-NOT: memref.global "private" @matrix_buffer
// WHOLE-LABEL: func @main
// WHOLE-SAME: %[[I:.*]]: index
// WHOLE-DAG: %[[ADDRESS:.*]] = arith.constant 351843720{{[0-9]+}} : index
// WHOLE-DAG: arith.constant 4294967296 : index
// WHOLE-DAG: arith.constant 8589934592 : index
// WHOLE-DAG: arith.constant 12884901888 : index
// WHOLE: matrix.dma_store %{{.*}} to %[[P0:.*]][%c0, %[[I]]] : memref<2x64xf32, {{.*}}> to memref<8x4096xf32
// WHOLE: memref.subview %[[B:.*]][2, 0] [2, 64] [1, 1]
// WHOLE: matrix.dma_store
// WHOLE: memref.subview %[[B]][4, 0] [2, 64] [1, 1]
// WHOLE: matrix.dma_store
// WHOLE: memref.subview %[[B]][6, 0] [2, 64] [1, 1]
// WHOLE: %[[TOKEN:.*]] = matrix.dma_store
// WHOLE: matrix.dma_wait %[[TOKEN]]
// WHOLE-COUNT-4: matrix.dma_load
// WHOLE-NOT: matrix.dma_load
//
// ONE-CORE-COUNT-1: matrix.dma_store
// ONE-CORE-NOT: matrix.dma_store
func.func @main(%i: index) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<8x64xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<8x4096xf32>
  %s = matrix.dma_store %a to %t[%zero, %i] : memref<8x64xf32, #matrix.space<scratchpad>> to memref<8x4096xf32>
  matrix.dma_wait %s
  matrix.barrier
  %l = matrix.dma_load %t[%zero, %i] to %a : memref<8x4096xf32> to memref<8x64xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  return
}

// Blocks of 8 rows are in one of the parts, of 16 rows and 65,536 bytes each: 4294967296 - 65536.
//--- rows.mlir
memref.global "private" @matrix_buffer_0 : memref<64x1024xf32> = uninitialized {alignment = 64 : i64}
// ROWS: scf.for %[[ROW:.*]] =
// ROWS: %[[PART:.*]] = arith.constant 16 : index
// ROWS: %[[OWNER:.*]] = arith.divui %[[ROW]], %[[PART]]
// ROWS: %[[DISTANCE:.*]] = arith.constant 4294901760 : index
// ROWS: arith.muli %[[OWNER]], %[[DISTANCE]]
// ROWS: matrix.dma_store %{{.*}} to %{{.*}}[%[[ROW]], %{{.*}}] : memref<8x1024xf32, {{.*}}> to memref<64x1024xf32>
// ROWS-NOT: matrix.dma_store
func.func @main() {
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  %end = arith.constant 64 : index
  %a = memref.alloc() : memref<8x1024xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<64x1024xf32>
  scf.for %row = %zero to %end step %eight {
    %s = matrix.dma_store %a to %t[%row, %zero] : memref<8x1024xf32, #matrix.space<scratchpad>> to memref<64x1024xf32>
    matrix.dma_wait %s
  }
  return
}

// The last transfer fills the rows of the block beyond the tensor.
//--- padded.mlir
memref.global "private" @matrix_buffer_0 : memref<8x4096xf32> = uninitialized {alignment = 64 : i64}
// PADDED-DAG: %[[PART:.*]] = arith.constant 2 : index
// PADDED-COUNT-3: matrix.dma_load %{{.*}} valid[%[[PART]], %{{.*}}] : {{.*}} to memref<2x64xf32
// PADDED: memref.subview %{{.*}}[6, 0] [10, 64] [1, 1]
// PADDED: matrix.dma_load %{{.*}} valid[%[[PART]], %{{.*}}] : {{.*}} to memref<10x64xf32
func.func @main(%i: index, %columns: index) {
  %zero = arith.constant 0 : index
  %rows = arith.constant 8 : index
  %a = memref.alloc() : memref<16x64xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<8x4096xf32>
  %l = matrix.dma_load %t[%zero, %i] to %a valid [%rows, %columns] : memref<8x4096xf32> to memref<16x64xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  return
}

// The block may be in two parts.
//--- unaligned.mlir
memref.global "private" @matrix_buffer_0 : memref<64x1024xf32> = uninitialized {alignment = 64 : i64}
func.func @main(%row: index) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<8x1024xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<64x1024xf32>
  %s = matrix.dma_store %a to %t[%row, %zero] : memref<8x1024xf32, #matrix.space<scratchpad>> to memref<64x1024xf32>
  matrix.dma_wait %s
  return
}

// A block of a transposed view has elements of all parts.
//--- transposed.mlir
memref.global "private" @matrix_buffer_0 : memref<64x1024xf32> = uninitialized {alignment = 64 : i64}
func.func @main() {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<16x64xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<64x1024xf32>
  %view = memref.reinterpret_cast %t to offset: [0], sizes: [1024, 64], strides: [1, 1024] : memref<64x1024xf32> to memref<1024x64xf32, strided<[1, 1024]>>
  %s = matrix.dma_store %a to %view[%zero, %zero] : memref<16x64xf32, #matrix.space<scratchpad>> to memref<1024x64xf32, strided<[1, 1024]>>
  matrix.dma_wait %s
  return
}

// Rows that continue in the next slice.
//--- overlapping.mlir
memref.global "private" @matrix_buffer_0 : memref<64x1024xf32> = uninitialized {alignment = 64 : i64}
func.func @main(%column: index, %columns: index) {
  %zero = arith.constant 0 : index
  %eight = arith.constant 8 : index
  %a = memref.alloc() : memref<8x1500xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<64x1024xf32>
  %view = memref.reinterpret_cast %t to offset: [0], sizes: [8, 1500], strides: [1024, 1] : memref<64x1024xf32> to memref<8x1500xf32, strided<[1024, 1]>>
  %l = matrix.dma_load %view[%zero, %column] to %a valid [%eight, %columns] : memref<8x1500xf32, strided<[1024, 1]>> to memref<8x1500xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  return
}

// Four transfers would post the semaphore four times.
//--- multicast.mlir
memref.global "private" @matrix_buffer_0 : memref<8x4096xf32> = uninitialized {alignment = 64 : i64}
func.func @main(%i: index, %all: index, %one: index) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<8x64xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<8x4096xf32>
  %l = matrix.dma_load %t[%zero, %i] to %a multicast %all post %one : memref<8x4096xf32> to memref<8x64xf32, #matrix.space<scratchpad>>
  matrix.barrier
  return
}

// 2 MB do not fit one scratchpad.
//--- large.mlir
memref.global "private" @matrix_buffer_0 : memref<8x65536xf32> = uninitialized {alignment = 64 : i64}
// LARGE-NOT: memref.global "private" @matrix_buffer
// LARGE-COUNT-4: matrix.dma_store
// LARGE-NOT: matrix.dma_store
func.func @main(%i: index) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<8x64xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<8x65536xf32>
  %s = matrix.dma_store %a to %t[%zero, %i] : memref<8x64xf32, #matrix.space<scratchpad>> to memref<8x65536xf32>
  matrix.dma_wait %s
  return
}

// The second tensor has an access that does not permit a division: its call keeps the function.
//--- calls.mlir
memref.global "private" @matrix_buffer_0 : memref<8x4096xf32> = uninitialized {alignment = 64 : i64}
memref.global "private" @matrix_buffer_1 : memref<8x4096xf32> = uninitialized {alignment = 64 : i64}
// CALLS-LABEL: func @main
// CALLS: call @[[DIVIDED:store_[0-9]+]](
// CALLS: call @store(
// CALLS: call @[[DIVIDED]](
// CALLS: matrix.dma_load
// CALLS-NOT: matrix.dma_load
// CALLS: func private @store(
// CALLS-COUNT-1: matrix.dma_store
// CALLS-NOT: matrix.dma_store
// CALLS: func private @[[DIVIDED]](
// CALLS-COUNT-4: matrix.dma_store
// CALLS-NOT: matrix.dma_store
func.func @main(%row: index) {
  %zero = arith.constant 0 : index
  %t = memref.get_global @matrix_buffer_0 : memref<8x4096xf32>
  %u = memref.get_global @matrix_buffer_1 : memref<8x4096xf32>
  call @store(%t) : (memref<8x4096xf32>) -> ()
  call @store(%u) : (memref<8x4096xf32>) -> ()
  call @store(%t) : (memref<8x4096xf32>) -> ()
  %a = memref.alloc() : memref<1x64xf32, #matrix.space<scratchpad>>
  %l = matrix.dma_load %u[%row, %row] to %a : memref<8x4096xf32> to memref<1x64xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  return
}
func.func private @store(%t: memref<8x4096xf32>) {
  %zero = arith.constant 0 : index
  %a = memref.alloc() : memref<8x64xf32, #matrix.space<scratchpad>>
  %s = matrix.dma_store %a to %t[%zero, %zero] : memref<8x64xf32, #matrix.space<scratchpad>> to memref<8x4096xf32>
  matrix.dma_wait %s
  matrix.barrier
  return
}
