// RUN: matrix-opt %s -matrix-static-buffers | FileCheck %s

// CHECK: memref.global "private" @[[$BUFFER:.*]] : memref<4x5xf32> = uninitialized {alignment = {{[0-9]+}} : i64}
// CHECK-LABEL: func @main
// CHECK: %[[B:.*]] = memref.get_global @[[$BUFFER]] : memref<4x5xf32>
// CHECK: memref.alloc() : memref<4xf32, #matrix.space<scratchpad>>
// CHECK: memref.store %{{.*}}, %[[B]]
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @main(%v: f32, %i: index) {
  %a = memref.alloc() : memref<4x5xf32>
  %s = memref.alloc() : memref<4xf32, #matrix.space<scratchpad>>
  memref.store %v, %a[%i, %i] : memref<4x5xf32>
  memref.store %v, %s[%i] : memref<4xf32, #matrix.space<scratchpad>>
  memref.dealloc %a : memref<4x5xf32>
  return
}
