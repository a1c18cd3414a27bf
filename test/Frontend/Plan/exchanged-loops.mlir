// With the whole depth in a block, the loop over columns can be the outer one: a block of
// the right operand stays in the scratchpad, and the left operand is streamed past it.
//
// RUN: matrix-compile %s --mcpu=edge --emit=plan | FileCheck %s
// RUN: matrix-run %s --mcpu=edge --random --check
//
// CHECK: matrix.plan @contraction_0
// CHECK-NEXT: loops = [<columns, dim = 1, {{[^>]*}}>, <rows, dim = 0, {{[^>]*}}>, <depth, dim = 2, extent = 512, block = 512>]

func.func @main(%a: tensor<512x512xi8>, %b: tensor<512x128xi8>) -> tensor<512x128xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<512x128xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<512x128xi32>) -> tensor<512x128xi32>
  %product = linalg.matmul ins(%a, %b : tensor<512x512xi8>, tensor<512x128xi8>)
                           outs(%init : tensor<512x128xi32>) -> tensor<512x128xi32>
  return %product : tensor<512x128xi32>
}
