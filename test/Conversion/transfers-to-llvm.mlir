// Descriptors: words in a scratchpad buffer, addresses as pointers.
//
// RUN: matrix-opt %s --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s
// Contents of the words, after folding:
// RUN: matrix-opt %s --convert-to-llvm --reconcile-unrealized-casts \
// RUN:   | matrix-translate --mlir-to-llvmir | opt -S -O2 | FileCheck %s --check-prefix=WORDS

!near = memref<16x32xf32, #matrix.space<scratchpad>>

// CHECK-DAG: llvm.mlir.global internal @matrix.dma_descriptor() {addr_space = 1 : i32, alignment = 64 : i64} : !llvm.array<512 x i8>

// These are barriers for code motion, and pointers are captured.
// CHECK-DAG: llvm.func @matrix.role.dma_start(!llvm.ptr<1>) -> i64 attributes {no_unwind}
// CHECK-DAG: llvm.func @matrix.role.dma_wait(i64) attributes {no_unwind}
// CHECK-DAG: llvm.func @matrix.role.barrier() attributes {no_unwind}
// CHECK-DAG: llvm.func @matrix.csr.core() -> i64 attributes {memory_effects =

// CHECK-LABEL: llvm.func @load
// CHECK: %[[SLOT:.*]] = llvm.mlir.addressof @matrix.dma_descriptor : !llvm.ptr<1>
// CHECK: llvm.store %{{.*}} : !llvm.ptr, !llvm.ptr<1>
// CHECK: llvm.store %{{.*}} : !llvm.ptr<1>, !llvm.ptr<1>
// CHECK-NOT: llvm.ptrtoint
// CHECK: %[[T:.*]] = llvm.call @matrix.role.dma_start(%[[SLOT]])
// CHECK: llvm.call @matrix.role.dma_wait(%[[T]])

// 16 rows of 128 bytes in 1 plane; source rows are 400 bytes apart, those of
// the block 128.
// WORDS-LABEL: define void @load
// WORDS-DAG: store i64 549755813888, ptr addrspace(1) @matrix.dma_descriptor,
// WORDS-DAG: store i64 -36028797018898416, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 8)
// WORDS-DAG: store i64 400, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 32)
// WORDS-DAG: store i64 128, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 40)
// WORDS-DAG: store i64 281474977759232, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 48)
// WORDS-DAG: store i64 0, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 56)
func.func @load(%a: memref<250x100xf32>, %s: !near, %i: index) {
  %t = matrix.dma_load %a[%i, %i] to %s {fill = 0xFF800000 : f32} : memref<250x100xf32> to !near
  matrix.dma_wait %t
  return
}

// The first row and 8 bytes of each row do not exist.
// WORDS-LABEL: define void @skip
// WORDS-DAG: store i64 281474977759233, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 48)
// WORDS-DAG: store i64 8, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 56)
func.func @skip(%a: memref<250x100xf32>, %s: !near) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %t = matrix.dma_load %a to %s skip [%c1, %c2] valid [%c16, %c32] : memref<250x100xf32> to !near
  return
}

// Flags 3, semaphore 5, and the mask in the upper half of the last word.
// WORDS-LABEL: define void @multicast
// WORDS: %[[MASK:.*]] = shl i64 %{{.*}}, 32
// WORDS-DAG: store i64 549756142336, ptr addrspace(1) @matrix.dma_descriptor,
// WORDS-DAG: store i64 %[[MASK]], ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 56)
func.func @multicast(%a: memref<250x100xf32>, %s: !near, %mask: index) {
  %five = arith.constant 5 : index
  %t = matrix.dma_load %a to %s multicast %mask post %five : memref<250x100xf32> to !near
  return
}

// A column: 16 rows of one element, for each of 8 columns.
// WORDS-LABEL: define void @column
// WORDS-DAG: store i64 17179869185, ptr addrspace(1) @matrix.dma_descriptor,
// WORDS-DAG: store i64 524304, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 8)
// WORDS-DAG: store i64 137438953600, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 32)
// WORDS-DAG: store i64 17179869584, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 40)
func.func @column(%s: memref<8x16xf32, strided<[8, 32]>, #matrix.space<scratchpad>>,
                  %a: memref<8x16xf32, strided<[1, 100]>>) {
  %t = matrix.dma_store %s to %a
    : memref<8x16xf32, strided<[8, 32]>, #matrix.space<scratchpad>> to memref<8x16xf32, strided<[1, 100]>>
  matrix.dma_wait %t
  return
}

// Kind 2: 8 rows of one element, for each of 16 columns.
// WORDS-LABEL: define void @within
// WORDS-DAG: store i64 17179869186, ptr addrspace(1) @matrix.dma_descriptor,
// WORDS-DAG: store i64 524304, ptr addrspace(1) getelementptr inbounds nuw (i8, ptr addrspace(1) @matrix.dma_descriptor, i64 8)
func.func @within(%a: memref<8x16xf32, strided<[64, 2]>, #matrix.space<scratchpad>>,
                  %b: memref<8x16xf32, #matrix.space<scratchpad>>) {
  %t = matrix.dma_copy %a to %b
    : memref<8x16xf32, strided<[64, 2]>, #matrix.space<scratchpad>> to memref<8x16xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %t
  return
}

// CHECK-LABEL: llvm.func @tokens
// CHECK: %[[DONE:.*]] = llvm.mlir.constant(0 : i64) : i64
// CHECK: llvm.br ^bb1(%[[DONE]] : i64)
// CHECK: ^bb1(%[[T:.*]]: i64)
// CHECK: llvm.call @matrix.role.dma_wait(%[[T]])
// CHECK: llvm.call @matrix.role.barrier()
// CHECK: llvm.call @matrix.csr.core()
func.func @tokens() -> index {
  %d = matrix.dma_done
  cf.br ^wait(%d : !matrix.token)
^wait(%t : !matrix.token):
  matrix.dma_wait %t
  matrix.barrier
  %id = matrix.core_id
  return %id : index
}
