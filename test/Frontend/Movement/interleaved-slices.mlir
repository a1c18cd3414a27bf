// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-legalize,canonicalize,cse))' | FileCheck %s
// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-legalize,canonicalize,cse))' | FileCheck %s --check-prefix=ROWS

// Row instructions read whole rows of what is in memory.
// ROWS-NOT: [64, 64, 2]

// Both slices are of one transposed tensor.
// CHECK-LABEL: func.func @pairs
// CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [64, 64, 2]
// CHECK: %[[T:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<64x64x2xf32>) outs(%{{.*}} : tensor<2x64x64xf32>)
// CHECK-NOT: tensor.expand_shape
// CHECK-DAG: tensor.extract_slice %[[T]][0, 0, 0] [1, 64, 64] [1, 1, 1]
// CHECK-DAG: tensor.extract_slice %[[T]][1, 0, 0] [1, 64, 64] [1, 1, 1]
func.func @pairs(%x: tensor<64x128xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %a = tensor.extract_slice %x[0, 0] [64, 64] [1, 2] : tensor<64x128xf32> to tensor<64x64xf32>
  %b = tensor.extract_slice %x[0, 1] [64, 64] [1, 2] : tensor<64x128xf32> to tensor<64x64xf32>
  return %a, %b : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// One element of each row is the same with the extent of the row as stride.
// CHECK-LABEL: func.func @element
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<3x4096xf32>)
// CHECK: tensor.extract_slice %{{.*}}[1, 0, 0] [1, 4096, 1] [1, 1, 1]
func.func @element(%x: tensor<4096x3xf32>) -> tensor<4096xf32> {
  %a = tensor.extract_slice %x[0, 1] [4096, 1] [1, 1] : tensor<4096x3xf32> to tensor<4096xf32>
  return %a : tensor<4096xf32>
}

// -----

// CHECK-LABEL: func.func @interleave
// CHECK: tensor.concat dim(0) %{{.*}}, %{{.*}} : (tensor<1x64x64x1xf32>, tensor<1x64x64x1xf32>) -> tensor<2x64x64x1xf32>
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x64x2xf32>)
func.func @interleave(%x: tensor<64x64x1xf32>, %y: tensor<64x64x1xf32>) -> tensor<64x64x2xf32> {
  %r = tensor.concat dim(2) %x, %y : (tensor<64x64x1xf32>, tensor<64x64x1xf32>) -> tensor<64x64x2xf32>
  return %r : tensor<64x64x2xf32>
}

// -----

// Few elements, whole lines, rows of which a part remains, and strides of which the whole tensor costs more.
// CHECK-LABEL: func.func @unchanged
// CHECK-NOT: linalg
// CHECK: return
func.func @unchanged(%x: tensor<16x16xf32>, %y: tensor<256x2x32xf32>, %z: tensor<64x129xf32>, %w: tensor<64x1024xf32>)
    -> (tensor<16x8xf32>, tensor<256x1x32xf32>, tensor<64x65xf32>, tensor<64x8xf32>) {
  %a = tensor.extract_slice %x[0, 0] [16, 8] [1, 2] : tensor<16x16xf32> to tensor<16x8xf32>
  %b = tensor.extract_slice %y[0, 1, 0] [256, 1, 32] [1, 1, 1] : tensor<256x2x32xf32> to tensor<256x1x32xf32>
  %c = tensor.extract_slice %z[0, 0] [64, 65] [1, 2] : tensor<64x129xf32> to tensor<64x65xf32>
  %d = tensor.extract_slice %w[0, 5] [64, 8] [1, 128] : tensor<64x1024xf32> to tensor<64x8xf32>
  return %a, %b, %c, %d : tensor<16x8xf32>, tensor<256x1x32xf32>, tensor<64x65xf32>, tensor<64x8xf32>
}
