// RUN: matrix-opt %s -split-input-file -matrix-set-target=cpu=base -matrix-fuse-launches | FileCheck %s
// RUN: matrix-opt %s -split-input-file -matrix-set-target=cpu=base -matrix-fuse-launches=cores=1 | FileCheck %s --check-prefix=ONE

// Launches of one core become one launch, at the place of the first of them. Each core
// runs some of their functions.

// CHECK-LABEL: func @main
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[U:.*]]: memref<9xf32>
// CHECK-DAG: %[[Y:.*]] = memref.alloc() : memref<8xf32>
// CHECK-DAG: %[[V:.*]] = memref.alloc() : memref<9xf32>
// CHECK: matrix.launch @matrix_fused_groups ins(%[[X]], %[[U]] : memref<8xf32>, memref<9xf32>)
// CHECK-SAME: outs(%[[Y]], %[[V]] : memref<8xf32>, memref<9xf32>) {all_cores}
// CHECK-NOT: matrix.launch @g
// CHECK: matrix.launch @all
// CHECK-NOT: matrix.launch
// CHECK-LABEL: func private @matrix_fused_groups
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[U:.*]]: memref<9xf32>, %[[Y:.*]]: memref<8xf32>, %[[V:.*]]: memref<9xf32>
// CHECK: %[[CORE:.*]] = matrix.core_id
// CHECK: arith.cmpi eq, %[[CORE]], %{{.*}} : index
// CHECK: scf.if
// CHECK: memref.load %[[X]]
// CHECK: memref.store {{.*}}, %[[Y]]
// CHECK: arith.cmpi eq, %[[CORE]], %{{.*}} : index
// CHECK: scf.if
// CHECK: memref.load %[[U]]
// CHECK: memref.store {{.*}}, %[[V]]
// CHECK: matrix.barrier
// CHECK-NOT: func private @f
// CHECK-NOT: func private @g
// ONE-LABEL: func @main
// ONE: matrix.launch @f
// ONE: matrix.launch @all
// ONE: matrix.launch @g
func.func @main(%x: memref<8xf32>, %u: memref<9xf32>) -> memref<9xf32> {
  %y = memref.alloc() : memref<8xf32>
  matrix.launch @f ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  %z = memref.alloc() : memref<8xf32>
  matrix.launch @all ins(%y : memref<8xf32>) outs(%z : memref<8xf32>) {all_cores}
  %v = memref.alloc() : memref<9xf32>
  matrix.launch @g ins(%u : memref<9xf32>) outs(%v : memref<9xf32>)
  return %v : memref<9xf32>
}
func.func private @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  memref.store %x, %b[%c0] : memref<8xf32>
  return
}
func.func private @g(%a: memref<9xf32>, %b: memref<9xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<9xf32>
  memref.store %x, %b[%c0] : memref<9xf32>
  return
}
func.func private @all(%a: memref<8xf32>, %b: memref<8xf32>) {
  matrix.barrier
  return
}

// -----

// A core starts the loads of its functions before it waits for the first of them, and
// waits for their stores last.

// CHECK-LABEL: func private @matrix_fused_groups
// CHECK: scf.if
// CHECK: %[[L0:.*]] = matrix.dma_load
// CHECK: %[[L4:.*]] = matrix.dma_load
// CHECK: matrix.dma_wait %[[L0]]
// CHECK: %[[S0:.*]] = matrix.dma_store
// CHECK: matrix.dma_wait %[[L4]]
// CHECK: %[[S4:.*]] = matrix.dma_store
// CHECK: matrix.dma_wait %[[S0]]
// CHECK: matrix.dma_wait %[[S4]]
func.func @main(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  %d = memref.alloc() : memref<16xf32>
  %e = memref.alloc() : memref<16xf32>
  matrix.launch @f ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  matrix.launch @f ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  matrix.launch @f ins(%x : memref<16xf32>) outs(%c : memref<16xf32>)
  matrix.launch @f ins(%x : memref<16xf32>) outs(%d : memref<16xf32>)
  matrix.launch @f ins(%x : memref<16xf32>) outs(%e : memref<16xf32>)
  return
}
func.func private @f(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<16xf32, #matrix.space<scratchpad>>
  %l = matrix.dma_load %x[%c0] to %b : memref<16xf32> to memref<16xf32, #matrix.space<scratchpad>>
  matrix.dma_wait %l
  %s = matrix.dma_store %b to %y[%c0] : memref<16xf32, #matrix.space<scratchpad>> to memref<16xf32>
  matrix.dma_wait %s
  return
}

// -----

// Not independent: the argument is written, an input comes from another launch, the
// buffer is read before.

// CHECK-LABEL: func @main
// CHECK: matrix.launch @f ins(%[[X:[^ ]*]] :
// CHECK: memref.store {{.*}}, %[[X]]
// CHECK: matrix.launch @f ins(%[[X]] :
// CHECK: matrix.launch @f
// CHECK: memref.load
// CHECK: matrix.launch @f
func.func @main(%x: memref<8xf32>, %u: memref<8xf32>, %i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<8xf32>
  matrix.launch @f ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  memref.store %zero, %x[%i] : memref<8xf32>
  %z = memref.alloc() : memref<8xf32>
  matrix.launch @f ins(%x : memref<8xf32>) outs(%z : memref<8xf32>)
  %v = memref.alloc() : memref<8xf32>
  matrix.launch @f ins(%z : memref<8xf32>) outs(%v : memref<8xf32>)
  %w = memref.alloc() : memref<8xf32>
  %r = memref.load %w[%i] : memref<8xf32>
  matrix.launch @f ins(%u : memref<8xf32>) outs(%w : memref<8xf32>)
  return %r : f32
}
func.func private @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  return
}

// -----

// Not movable: the position of the slice depends on memory.

// CHECK-LABEL: func @main
// CHECK: matrix.launch @all
// CHECK: memref.load
// CHECK: matrix.launch @f
// CHECK: matrix.launch @f
func.func @main(%x: memref<2x8xf32>, %n: memref<index>) {
  %y = memref.alloc() : memref<index>
  matrix.launch @all ins(%n : memref<index>) outs(%y : memref<index>) {all_cores}
  %i = memref.load %y[] : memref<index>
  %s = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<2x8xf32> to memref<8xf32, strided<[1], offset: ?>>
  %c = memref.cast %s : memref<8xf32, strided<[1], offset: ?>> to memref<8xf32, strided<[?], offset: ?>>
  %r = memref.reinterpret_cast %c to offset: [0], sizes: [8], strides: [1] : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
  %u = memref.alloc() : memref<8xf32>
  %v = memref.alloc() : memref<8xf32>
  matrix.launch @f ins(%r : memref<8xf32>) outs(%u : memref<8xf32>)
  matrix.launch @f ins(%r : memref<8xf32>) outs(%v : memref<8xf32>)
  return
}
func.func private @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  return
}
func.func private @all(%a: memref<index>, %b: memref<index>) {
  return
}
