// RUN: matrix-opt %s -one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" -canonicalize \
// RUN:   | FileCheck %s

// Bufferization of launches: reads and writes are declared, so that a tensor that is
// read later keeps its buffer.

// CHECK-LABEL: func @read_later
// CHECK-SAME: %[[X:[^:]*]]: memref<4xf32>
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: matrix.launch @inputs ins(%[[X]] : memref<4xf32>) outs(%[[A]] : memref<4xf32>) {all_cores}
// CHECK: %[[B:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: matrix.launch @inputs ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>) {all_cores}
// CHECK: linalg.add ins(%[[A]], %[[B]] :
func.func @read_later(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %a = matrix.launch @inputs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {all_cores} -> tensor<4xf32>
  %b = matrix.launch @inputs ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {all_cores} -> tensor<4xf32>
  %c = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// An operand is overwritten in place only if each element is read before it is written.

// CHECK-LABEL: func @in_place
// CHECK: %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: matrix.launch @inputs ins(%{{.*}} : memref<4xf32>) outs(%[[A]] :
// CHECK: matrix.launch @inputs ins(%[[A]] : memref<4xf32>) outs(%[[A]] : memref<4xf32>) {elementwise = array<i64: 0>}
// CHECK: %[[B:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: matrix.launch @inputs ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>)
// CHECK: return %[[B]]
func.func @in_place(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = matrix.launch @inputs ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = matrix.launch @inputs ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) {elementwise = array<i64: 0>} -> tensor<4xf32>
  %c = matrix.launch @inputs ins(%b : tensor<4xf32>) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// Non-contiguous operands are copied: inputs before the launch, outputs after it.

// CHECK-LABEL: func @slices
// CHECK: %[[IN:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy %{{.*}}, %[[IN]]
// CHECK: %[[OUT:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK: matrix.launch @inputs ins(%[[IN]] : memref<4xf32>) outs(%[[OUT]] : memref<4xf32>)
// CHECK: memref.copy %[[OUT]], %{{.*}}
func.func @slices(%x: tensor<8xf32>) -> tensor<8xf32> {
  %s = tensor.extract_slice %x[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %d = tensor.extract_slice %x[1] [4] [2] : tensor<8xf32> to tensor<4xf32>
  %a = matrix.launch @inputs ins(%s : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %a into %x[1] [4] [2] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

func.func private @inputs(%a: memref<4xf32>, %b: memref<4xf32>) {
  return
}
