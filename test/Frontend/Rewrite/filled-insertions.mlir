// RUN: matrix-opt %s -split-input-file -matrix-legalize | FileCheck %s

// CHECK-LABEL: func @pad
// CHECK: tensor.pad %{{.*}} low[0, 1, 2] high[0, 1, 0]
// CHECK-NOT: tensor.insert_slice
func.func @pad(%a: tensor<8x10x12xf32>) -> tensor<8x12x14xf32> {
  %value = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<8x12x14xf32>
  %f = linalg.fill ins(%value : f32) outs(%e : tensor<8x12x14xf32>) -> tensor<8x12x14xf32>
  %r = tensor.insert_slice %a into %f[0, 1, 2] [8, 10, 12] [1, 1, 1] : tensor<8x10x12xf32> into tensor<8x12x14xf32>
  return %r : tensor<8x12x14xf32>
}

// -----

// Elements that are steps apart.
// CHECK-LABEL: func @steps
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice
func.func @steps(%a: tensor<8x10xf32>) -> tensor<8x20xf32> {
  %value = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x20xf32>
  %f = linalg.fill ins(%value : f32) outs(%e : tensor<8x20xf32>) -> tensor<8x20xf32>
  %r = tensor.insert_slice %a into %f[0, 0] [8, 10] [1, 2] : tensor<8x10xf32> into tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// -----

// A position that is not known, and a value that is none.
// CHECK-LABEL: func @unknown
// CHECK-NOT: tensor.pad
// CHECK: tensor.insert_slice
// CHECK: tensor.insert_slice
func.func @unknown(%a: tensor<8x10xf32>, %at: index, %value: f32) -> (tensor<8x20xf32>, tensor<8x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x20xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x20xf32>) -> tensor<8x20xf32>
  %r = tensor.insert_slice %a into %f[0, %at] [8, 10] [1, 1] : tensor<8x10xf32> into tensor<8x20xf32>
  %g = linalg.fill ins(%value : f32) outs(%e : tensor<8x20xf32>) -> tensor<8x20xf32>
  %s = tensor.insert_slice %a into %g[0, 1] [8, 10] [1, 1] : tensor<8x10xf32> into tensor<8x20xf32>
  return %r, %s : tensor<8x20xf32>, tensor<8x20xf32>
}
