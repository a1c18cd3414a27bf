// RUN: matrix-opt %s -matrix-pipeline=stop-after=tiles | FileCheck %s --check-prefix=TILES
// RUN: matrix-opt %s -matrix-pipeline=stop-after=dialect | FileCheck %s --check-prefix=DIALECT
// RUN: matrix-opt %s -matrix-pipeline="mcpu=base cores=1" | FileCheck %s --check-prefix=LLVM
// RUN: not matrix-opt %s -matrix-pipeline=mcpu=z80 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// TILES: matrix.target = #matrix.target<"base">
// TILES-NOT: tensor<
// TILES: vector.contract
// TILES: arith.maximumf
// TILES: matrix.dma_store

// DIALECT: memref.global "private" @matrix_scratchpad
// DIALECT-NOT: memref.alloc
// DIALECT-NOT: vector.contract
// DIALECT: matrix.dma_load
// DIALECT: matrix.dma_store

// LLVM: \22cores\22:1
// LLVM: llvm.func @main(%{{.*}}: !llvm.ptr
// LLVM-NOT: matrix.dma_load
// LLVM-NOT: vector<16x16xf32>
// LLVM-NOT: builtin.unrealized_conversion_cast
// LLVM: llvm.return

// UNKNOWN: error: unknown target 'z80'
func.func @main(%a: tensor<20x30xf32>, %b: tensor<30x40xf32>) -> tensor<20x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x40xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
  %m = linalg.matmul ins(%a, %b : tensor<20x30xf32>, tensor<30x40xf32>) outs(%init : tensor<20x40xf32>) -> tensor<20x40xf32>
  %z = linalg.max ins(%m, %init : tensor<20x40xf32>, tensor<20x40xf32>) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
  return %z : tensor<20x40xf32>
}
