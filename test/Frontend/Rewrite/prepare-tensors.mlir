// RUN: matrix-opt %s -matrix-prepare-tensors | FileCheck %s
// RUN: matrix-opt %s -matrix-prepare-tensors=share=0 | FileCheck %s --check-prefix=OWN

// Arguments belong to the caller; each destination is a separate operation.

// CHECK-LABEL: func @destinations
// CHECK-SAME: tensor<4xf32> {bufferization.writable = false}
// CHECK-DAG: %[[F:.*]] = tensor.empty
// CHECK-DAG: %[[E:.*]] = tensor.empty
// CHECK: %[[A:.*]] = linalg.exp {{.*}} outs(%[[E]] :
// CHECK-NEXT: linalg.exp ins(%[[A]] : {{.*}} outs(%[[F]] :

// OWN-LABEL: func @destinations
// OWN: %[[E:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// OWN: linalg.exp {{.*}} outs(%[[E]] :
// OWN: %[[I:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xf32>
// OWN: tensor.insert %{{.*}} into %[[I]]
func.func @destinations(%x: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.insert %v into %b[%c0] : tensor<4xf32>
  return %c : tensor<4xf32>
}

// A loop carries a tensor in one buffer; a value moved from another iteration
// argument is copied first.

// CHECK-LABEL: func @swap
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK-NEXT: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[B]])
// CHECK-NEXT: %[[D:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK-NEXT: %[[E:.*]] = bufferization.materialize_in_destination %[[C]] in %[[A]]
// CHECK-NEXT: %[[F:.*]] = bufferization.materialize_in_destination %[[D]] in %[[B]]
// CHECK-NEXT: scf.yield %[[E]], %[[F]]
func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Iteration arguments of all loop regions are handled alike.

// CHECK-LABEL: func @signature
// CHECK: %[[R:.*]]:4 = scf.while (%[[T:.*]] = %{{.*}}, %[[K:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[W:.*]] = %{{.*}}) : (tensor<4xf32>, i32, i32, tensor<4xf32>) -> (tensor<4xf32>, i32, i32, tensor<4xf32>)
// CHECK: scf.condition(%{{.*}}) %[[T]], %[[K]], %[[K]], %{{.*}} : tensor<4xf32>, i32, i32, tensor<4xf32>
// CHECK: return %[[R]]#3
func.func @signature(%x: tensor<4xf32>, %p: i1) -> tensor<4xf32> {
  %k = arith.constant 0 : i32
  %r:2 = scf.while (%t = %x, %i = %k) : (tensor<4xf32>, i32) -> (i32, tensor<4xf32>) {
    scf.condition(%p) %i, %t : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %t: tensor<4xf32>):
    scf.yield %t, %i : tensor<4xf32>, i32
  }
  return %r#1 : tensor<4xf32>
}

// Each read of an argument is a tensor of its own, and each operation whose
// destination is a fill has a fill of its own: the analysis is quadratic in the
// uses of a tensor.

// CHECK-LABEL: func @uses
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<4x4xf64>
// CHECK: %[[B:.*]] = bufferization.to_buffer %[[W]] read_only
// CHECK-COUNT-2: bufferization.to_tensor %[[B]] restrict
// CHECK-NOT: linalg.matmul ins(%{{.*}}, %[[W]]
// CHECK: %[[F:.*]] = linalg.fill
// CHECK: %[[G:.*]] = linalg.fill
// CHECK: linalg.matmul {{.*}} outs(%[[G]] :
// CHECK-NEXT: linalg.matmul {{.*}} outs(%[[F]] :
func.func @uses(%w: tensor<4x4xf64>, %x: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x4xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<4x4xf64>) -> tensor<4x4xf64>
  %a = linalg.matmul ins(%x, %w : tensor<4x4xf64>, tensor<4x4xf64>) outs(%f : tensor<4x4xf64>) -> tensor<4x4xf64>
  %b = linalg.matmul ins(%a, %w : tensor<4x4xf64>, tensor<4x4xf64>) outs(%f : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %b : tensor<4x4xf64>
}
