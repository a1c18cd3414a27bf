// Operands and accumulators of a register block fit the tile registers: no tile is
// spilled on a variant with eight, on which the accumulators are also loaded.

// RUN: matrix-compile %s --mcpu=edge --emit=asm -o %t.s
// RUN: FileCheck %s < %t.s
// RUN: matrix-run %s --mcpu=edge --functional --random --check

// CHECK-NOT: {{tstc|tldc}}
// CHECK: tmma.i32.i8
// CHECK-NOT: {{tstc|tldc}}

func.func @main(%lhs: tensor<64x512xi8>, %rhs: tensor<512x64xi8>) -> tensor<64x64xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<64x64xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<64x64xi32>) -> tensor<64x64xi32>
  %product = linalg.matmul ins(%lhs, %rhs : tensor<64x512xi8>, tensor<512x64xi8>)
      outs(%init : tensor<64x64xi32>) -> tensor<64x64xi32>
  return %product : tensor<64x64xi32>
}
