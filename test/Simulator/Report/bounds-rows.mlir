// RUN: env MATRIX_ASSERT_BOUNDS=1 matrix-run %s --random=3 --mcpu=gemmini --stats=json 2>&1 | FileCheck %s

// REQUIRES: variant-gemmini

// Moves between DRAM and row memories have the rate of their largest tiles, whether these are row operands or views of an
// address.

// CHECK: "dram": {{[0-9]}}
func.func @main(%a: tensor<128x64xi8>, %b: tensor<64x96xi8>) -> tensor<128x96xi32> {
  %zero = arith.constant 0 : i32
  %empty = tensor.empty() : tensor<128x96xi32>
  %init = linalg.fill ins(%zero : i32) outs(%empty : tensor<128x96xi32>) -> tensor<128x96xi32>
  %product = linalg.matmul ins(%a, %b : tensor<128x64xi8>, tensor<64x96xi8>) outs(%init : tensor<128x96xi32>) -> tensor<128x96xi32>
  return %product : tensor<128x96xi32>
}
