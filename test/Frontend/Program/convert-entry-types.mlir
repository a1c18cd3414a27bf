// RUN: matrix-opt %s -split-input-file -matrix-convert-entry-types | FileCheck %s

// Scalars are tensors of rank 0.

// CHECK-LABEL: func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[S:.*]]: tensor<f32>, %[[I:.*]]: tensor<i64>) -> (tensor<f32>, tensor<4xf32>)
// CHECK: %[[F:.*]] = tensor.extract %[[S]][] : tensor<f32>
// CHECK: %[[N:.*]] = tensor.extract %[[I]][] : tensor<i64>
// CHECK: %[[AT:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[V:.*]] = tensor.extract %[[X]][%[[AT]]]
// CHECK: %[[R:.*]] = arith.addf %[[V]], %[[F]]
// CHECK: %[[T:.*]] = tensor.from_elements %[[R]] : tensor<f32>
// CHECK: return %[[T]], %[[X]]
func.func @main(%x: tensor<4xf32>, %s: f32, %i: index) -> (f32, tensor<4xf32>) {
  %v = tensor.extract %x[%i] : tensor<4xf32>
  %r = arith.addf %v, %s : f32
  return %r, %x : f32, tensor<4xf32>
}

// -----

// Elements of other widths are held in the next wider integer, at each return.

// CHECK-LABEL: func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xi8>, %[[C:.*]]: tensor<i1>) -> tensor<4xi32>
// CHECK: arith.trunci %[[X]] : tensor<4xi8> to tensor<4xi4>
// CHECK: arith.extsi %{{.*}} : tensor<4xi17> to tensor<4xi32>
// CHECK: arith.extsi %{{.*}} : tensor<4xi17> to tensor<4xi32>
func.func @main(%x: tensor<4xi4>, %c: i1) -> tensor<4xi17> {
  %s = arith.extsi %x : tensor<4xi4> to tensor<4xi17>
  cf.cond_br %c, ^yes, ^no
^yes:
  return %s : tensor<4xi17>
^no:
  %d = arith.addi %s, %s : tensor<4xi17>
  return %d : tensor<4xi17>
}

// -----

// Types without a file, and functions that are called, are left.

// CHECK-LABEL: func @main(%{{.*}}: tensor<4xui8>, %{{.*}}: tensor<2xcomplex<f32>>, %{{.*}}: tensor<2xi65>, %{{.*}}: memref<4xindex>)
func.func @main(%x: tensor<4xui8>, %c: tensor<2xcomplex<f32>>, %w: tensor<2xi65>, %m: memref<4xindex>) {
  return
}

// -----

// CHECK-LABEL: func @main(%{{.*}}: f32)
func.func @main(%x: f32) {
  return
}
func.func @other(%x: f32) {
  call @main(%x) : (f32) -> ()
  return
}
