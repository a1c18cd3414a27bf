// RUN: split-file %s %t
// RUN: matrix-opt %t/kept.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=KEPT
// RUN: matrix-opt %t/kept.mlir -matrix-allocate-scratchpad=cores=1 | FileCheck %s --check-prefix=ALONE
// RUN: matrix-opt %t/disabled.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=DRAM
// RUN: matrix-opt %t/scalar.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=DRAM
// RUN: matrix-opt %t/large.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=DRAM
// RUN: matrix-opt %t/called.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=CALLED
// RUN: matrix-opt %t/multicast.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=MULTICAST

// DRAM: memref.global "private" @matrix_buffer_0
// DRAM-NOT: llvm.inttoptr

// Both tensors are occupied until the barrier after their last access, where %c begins,
// which is the last buffer that may share their bytes. The second one is in the scratchpad
// of another core, at the same offset: 0x400000000000 - 0x200000000000 + 512, and one pitch
// more. One core needs no barriers: the second one begins where the first one ends.

//--- kept.mlir
memref.global "private" @matrix_buffer_0 : memref<256xf32> = uninitialized {alignment = 64 : i64}
memref.global "private" @matrix_buffer_1 : memref<256xf32> = uninitialized {alignment = 64 : i64}
// KEPT-NOT: memref.global "private" @matrix_buffer
// KEPT: memref.global "private" @matrix_scratchpad : memref<1536xi8,
// KEPT-NOT: memref.global "private" @matrix_buffer
// KEPT: arith.constant 35184372089344 : index
// KEPT: llvm.inttoptr
// KEPT: arith.constant 35188667056640 : index
// KEPT: llvm.inttoptr
// ALONE: memref.global "private" @matrix_scratchpad : memref<2560xi8,
// ALONE: arith.constant 35184372089344 : index
// ALONE: arith.constant 35184372090368 : index
func.func @main(%x: memref<128xf32>, %v: f32, %i: index) {
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  memref.store %v, %a[%i] : memref<128xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<256xf32>
  %u = memref.get_global @matrix_buffer_1 : memref<256xf32>
  %s = matrix.dma_store %a to %t[%i] : memref<128xf32, #matrix.space<scratchpad>> to memref<256xf32>
  matrix.dma_wait %s
  %s1 = matrix.dma_store %a to %u[%i] : memref<128xf32, #matrix.space<scratchpad>> to memref<256xf32>
  matrix.dma_wait %s1
  matrix.barrier
  %l = matrix.dma_load %t[%i] to %a : memref<256xf32> to memref<128xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  %l1 = matrix.dma_load %u[%i] to %a : memref<256xf32> to memref<128xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l1
  memref.store %v, %a[%i] : memref<128xf32, #matrix.space<scratchpad>>
  matrix.barrier
  %c = memref.alloc() : memref<384xf32, #matrix.space<scratchpad>>
  memref.store %v, %c[%i] : memref<384xf32, #matrix.space<scratchpad>>
  return
}

//--- disabled.mlir
module attributes {matrix.disabled = ["kept-tensors"]} {
  memref.global "private" @matrix_buffer_0 : memref<256xf32> = uninitialized {alignment = 64 : i64}
  func.func @main(%i: index) {
    %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
    %t = memref.get_global @matrix_buffer_0 : memref<256xf32>
    %s = matrix.dma_store %a to %t[%i] : memref<128xf32, #matrix.space<scratchpad>> to memref<256xf32>
    matrix.dma_wait %s
    return
  }
}

// A scalar access.
//--- scalar.mlir
memref.global "private" @matrix_buffer_0 : memref<256xf32> = uninitialized {alignment = 64 : i64}
func.func @main(%i: index, %v: f32) {
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<256xf32>
  memref.store %v, %t[%i] : memref<256xf32>
  %l = matrix.dma_load %t[%i] to %a : memref<256xf32> to memref<128xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  return
}

//--- large.mlir
memref.global "private" @matrix_buffer_0 : memref<256000xf32> = uninitialized {alignment = 64 : i64}
func.func @main(%i: index) {
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<256000xf32>
  %s = matrix.dma_store %a to %t[%i] : memref<128xf32, #matrix.space<scratchpad>> to memref<256000xf32>
  matrix.dma_wait %s
  return
}

// A function that ends with a barrier takes the address; its buffers are at the start.
//--- called.mlir
memref.global "private" @matrix_buffer_0 : memref<256xf32> = uninitialized {alignment = 64 : i64}
// CALLED: memref.global "private" @matrix_scratchpad : memref<1536xi8,
// CALLED-LABEL: func @main
// CALLED: arith.constant 35184372089344 : index
// CALLED: llvm.inttoptr
func.func @main() {
  %t = memref.get_global @matrix_buffer_0 : memref<256xf32>
  call @store(%t) : (memref<256xf32>) -> ()
  return
}
func.func private @store(%t: memref<256xf32>) {
  %i = arith.constant 0 : index
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  %s = matrix.dma_store %a to %t[%i] : memref<128xf32, #matrix.space<scratchpad>> to memref<256xf32>
  matrix.dma_wait %s
  matrix.barrier
  return
}

// No handle indicates that a multicast has read the tensor: the barrier after the next one does.
// %b, between them, is placed after the tensor.
//--- multicast.mlir
memref.global "private" @matrix_buffer_0 : memref<128xf32> = uninitialized {alignment = 64 : i64}
// MULTICAST: memref.global "private" @matrix_scratchpad : memref<1536xi8,
func.func @main(%i: index, %v: f32, %all: index, %one: index) {
  %a = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  %t = memref.get_global @matrix_buffer_0 : memref<128xf32>
  %l = matrix.dma_load %t[%i] to %a multicast %all post %one : memref<128xf32> to memref<128xf32, #matrix.space<scratchpad>>
  matrix.barrier
  %b = memref.alloc() : memref<128xf32, #matrix.space<scratchpad>>
  memref.store %v, %b[%i] : memref<128xf32, #matrix.space<scratchpad>>
  memref.store %v, %a[%i] : memref<128xf32, #matrix.space<scratchpad>>
  matrix.barrier
  return
}
