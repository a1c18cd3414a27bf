// RUN: not matrix-compile %s -o %t.elf 2>&1 | FileCheck %s

// The calls of a recursive function grow by a power of three with each level; the description of the work does not follow
// all of them.

// CHECK: recursi
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %b = func.call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %c = func.call @f(%b) : (tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
