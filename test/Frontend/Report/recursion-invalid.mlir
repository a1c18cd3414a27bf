// RUN: split-file %s %t
// RUN: not matrix-compile %t/many.mlir -o %t.elf 2>&1 | FileCheck %s
// RUN: not matrix-compile %t/entry.mlir -o %t.elf 2>&1 | FileCheck %s
// RUN: not matrix-compile %t/both.mlir -o %t.elf 2>&1 | FileCheck %s

// The description of the work does not follow all calls: those of a recursive function grow by a power of three with each
// level, and an entry function that is inlined in itself grows while it is copied.

// CHECK: error: {{.*}}recursi

//--- many.mlir
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

//--- entry.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- both.mlir
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
