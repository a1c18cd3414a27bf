// RUN: split-file %s %t
// RUN: matrix-opt %t/early.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s
// RUN: matrix-opt %t/idle.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=IDLE
// RUN: matrix-opt %t/disabled.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=NONE
// RUN: matrix-opt %t/written.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=NONE
// RUN: matrix-opt %t/loop.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=NONE
// RUN: matrix-opt %t/fast.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=NONE
// RUN: matrix-opt %t/positions.mlir -matrix-allocate-scratchpad=cores=4 | FileCheck %s --check-prefix=NONE

// The product waits for 512 KiB. A carrier of 10 thousand cycles has 7 340 of them to spare for
// DRAM beside 160 of its own: 56 KiB of each core, 7 pieces of 8 KiB. Each core has 64 rows of
// 2 KiB, of which it loads the last 28 early.

//--- early.mlir
// CHECK: memref.global "private" @matrix_scratchpad : memref<{{[0-9]+}}xi8,
// CHECK: call @carrier(%[[V:.*]], %[[W:.*]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: call @product(%[[W]])
// CHECK: func.func private @carrier(%{{.*}}: !llvm.ptr, %[[W:.*]]: !llvm.ptr)
// CHECK: %[[DONE:.*]] = matrix.dma_done
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[DONE]]) ->
// CHECK: scf.if
// CHECK: llvm.insertvalue %[[W]]
// CHECK: %[[PIECE:.*]] = matrix.dma_load %{{.*}}[%{{.*}}] to %{{.*}} valid[%{{.*}}] : memref<131072xf32> to memref<{{[0-9]+}}xf32, #matrix.space<scratchpad>>
// CHECK: matrix.dma_wait
// CHECK: scf.yield %{{.*}}, %[[PIECE]]
// CHECK: matrix.dma_wait
// CHECK-NEXT: matrix.barrier
// CHECK: func.func private @product
// CHECK: scf.if {{.*}} -> (!matrix.token) {
// CHECK: matrix.dma_load {{.*}} : memref<28x512xf32> to memref<28x128xf32,
// CHECK: %[[FROM:.*]] = matrix.dma_load
// CHECK-SAME: memref<256x512xf32>
// CHECK: scf.yield %[[FROM]]
// CHECK: } else {
// CHECK: matrix.dma_load
// CHECK-SAME: memref<256x512xf32>
// CHECK: %[[OWN:.*]] = matrix.dma_load
// CHECK-SAME: memref<28x512xf32>
// CHECK: scf.yield %[[OWN]]
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// The last core has no rows, and the third one none of those that are loaded early.
// IDLE: func.func private @carrier
// IDLE: arith.select %{{.*}}, %c14336, %{{.*}} : index
// IDLE: arith.select %{{.*}}, %c14336_{{[0-9]+}}, %{{.*}} : index
// IDLE: %[[ZERO:.*]] = arith.constant 0 : index
// IDLE-NEXT: %[[SIZE:.*]] = arith.select %{{.*}}, %[[ZERO]], %{{.*}} : index
// IDLE-NEXT: arith.maxui %[[SIZE]],

//--- idle.mlir
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<160x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    %c160 = arith.constant 160 : index
    %left = arith.subi %c160, %row : index
    %rows = arith.minui %left, %c64 : index
    %isActive = arith.cmpi ult, %row, %c160 : index
    %end = arith.select %isActive, %c4, %c0 : index
    scf.for %i = %c0 to %end step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a valid[%rows, %c128] : memref<160x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// NONE-NOT: memref<131072xf32>

//--- disabled.mlir
module attributes {matrix.disabled = ["overlap"]} {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// A launch writes the tensor.
//--- written.mlir
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%w) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    %s = matrix.dma_store %a to %t[%c0] : memref<16xf32, #matrix.space<scratchpad>> to memref<1280xf32>
    matrix.dma_wait %s
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// Launches in loops.
//--- loop.mlir
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    scf.for %i = %c0 to %c4 step %c1 {
      func.call @product(%w) : (!llvm.ptr) -> ()
    }
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// The launch before leaves DRAM no time.
//--- fast.mlir
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 200, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%row, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}

// Each step loads other rows.
//--- positions.mlir
module {
  func.func @main(%table: memref<2xi64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %0 = memref.load %table[%c0] : memref<2xi64>
    %v = llvm.inttoptr %0 : i64 to !llvm.ptr
    %1 = memref.load %table[%c1] : memref<2xi64>
    %w = llvm.inttoptr %1 : i64 to !llvm.ptr
    call @carrier(%v) : (!llvm.ptr) -> ()
    call @product(%w) : (!llvm.ptr) -> ()
    return
  }
  func.func private @carrier(%v: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 10000, loads = 0, dram = 0, predicted = 0, limit = products>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c7 = arith.constant 7 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %d1 = llvm.insertvalue %v, %d[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> to memref<1280xf32>
    %a = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
    %first = matrix.dma_load %t[%c0] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
    %last = scf.for %i = %c0 to %c7 step %c1 iter_args(%token = %first) -> (!matrix.token) {
      %next = arith.addi %i, %c1 : index
      %has = arith.cmpi ult, %next, %c7 : index
      %started = scf.if %has -> (!matrix.token) {
        %l = matrix.dma_load %t[%next] to %a : memref<1280xf32> to memref<16xf32, #matrix.space<scratchpad>>
        scf.yield %l : !matrix.token
      } else {
        scf.yield %token : !matrix.token
      }
      matrix.dma_wait %token
      scf.yield %started : !matrix.token
    }
    matrix.barrier
    return
  }
  func.func private @product(%w: !llvm.ptr) attributes {matrix.cost = #matrix.cost<products = 1000, loads = 0, dram = 0, predicted = 0, limit = dram>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %d = llvm.mlir.poison : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %d1 = llvm.insertvalue %w, %d[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %t = builtin.unrealized_conversion_cast %d1 : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<256x512xf32>
    %a = memref.alloc() : memref<64x128xf32, #matrix.space<scratchpad>>
    %core = matrix.core_id
    %row = arith.muli %core, %c64 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %k = arith.muli %i, %c128 : index
      %l = matrix.dma_load %t[%k, %k] to %a : memref<256x512xf32> to memref<64x128xf32, #matrix.space<scratchpad>>
      matrix.dma_wait %l
    }
    matrix.barrier
    return
  }
}
