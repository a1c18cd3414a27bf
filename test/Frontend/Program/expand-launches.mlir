// RUN: matrix-opt %s -matrix-expand-launches | FileCheck %s

// CHECK-LABEL: func @main
// CHECK-SAME: %[[A:[^:]*]]: memref<4xf32>, %[[B:[^:]*]]: memref<4xf32>
// CHECK: memref.load %[[A]]
// CHECK: memref.store {{.*}}, %[[B]]
// CHECK-NOT: func.func
func.func @main(%a: memref<4xf32>, %b: memref<4xf32>) {
  matrix.launch @group ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  return
}
func.func private @group(%a: memref<4xf32>, %b: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = memref.load %a[%c0] : memref<4xf32>
  memref.store %x, %b[%c0] : memref<4xf32>
  return
}
