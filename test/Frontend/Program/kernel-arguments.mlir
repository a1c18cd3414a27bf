// RUN: matrix-opt %s -matrix-kernel-abi | FileCheck %s
// RUN: matrix-opt %s -matrix-kernel-abi=cores=1 | FileCheck %s --check-prefix=ONE
// RUN: sed s/base/qkv/ %s | matrix-opt -matrix-kernel-abi | FileCheck %s --check-prefix=ROWS

// The addresses of many arguments are loaded from a copy in the scratchpad, if
// there is a DMA engine. Multicasts to that memory start when all cores have loaded them.

// CHECK-LABEL: func @main(
// CHECK: %[[COPY:.*]] = memref.alloc() : memref<9xi64, #matrix.space<scratchpad>>
// CHECK: %[[TOKEN:.*]] = matrix.dma_load %{{.*}} to %[[COPY]]
// CHECK: matrix.dma_wait %[[TOKEN]]
// CHECK-NOT: llvm.load
// CHECK-COUNT-9: memref.load %[[COPY]]
// CHECK-NOT: llvm.load
// CHECK: matrix.barrier

// ONE-LABEL: func @main(
// ONE: matrix.dma_load
// ONE-NOT: matrix.barrier

// ROWS-LABEL: func @main(
// ROWS-NOT: matrix.dma_load
// ROWS-COUNT-9: llvm.load
// ROWS-NOT: matrix.dma_load
module attributes {matrix.target = #matrix.target<"base">} {
  func.func @main(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>, %d: memref<4xf32>, %e: memref<4xf32>, %f: memref<4xf32>, %g: memref<4xf32>, %h: memref<4xf32>) -> memref<4xf32> {
    return %h : memref<4xf32>
  }
}
