// RUN: matrix-compile %s --mcpu=edge --emit=plan -o - | FileCheck %s
// RUN: matrix-compile %s --mcpu=base --emit=plan -o - | FileCheck %s --check-prefix=BASE

// The depth is the rows of tiles: elements of %a are contiguous in it, and are one for all columns.
// CHECK: matrix.plan @reduction_0
// CHECK-NEXT: <outer, dim = 0, extent = 48, block = 1
// CHECK-SAME: <columns, dim = 1, extent = 40
// CHECK-SAME: <rows, dim = 2, extent = 64
// CHECK: matrix.plan @reduction_1
// BASE: matrix.plan @contraction_0
// BASE: matrix.plan @reduction_1
func.func @main(%a: tensor<48x64xf32>, %b: tensor<64x40xf32>, %x: tensor<48x64xi32>, %y: tensor<64x40xi32>)
    -> (tensor<48x40xf32>, tensor<48x40xi32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<48x40xf32>) -> tensor<48x40xf32>
  %r = linalg.matmul ins(%a, %b : tensor<48x64xf32>, tensor<64x40xf32>) outs(%f : tensor<48x40xf32>) -> tensor<48x40xf32>
  %zeroi = arith.constant 0 : i32
  %ei = tensor.empty() : tensor<48x40xi32>
  %fi = linalg.fill ins(%zeroi : i32) outs(%ei : tensor<48x40xi32>) -> tensor<48x40xi32>
  %ri = linalg.matmul ins(%x, %y : tensor<48x64xi32>, tensor<64x40xi32>) outs(%fi : tensor<48x40xi32>) -> tensor<48x40xi32>
  return %r, %ri : tensor<48x40xf32>, tensor<48x40xi32>
}
