// RUN: not matrix-compile %s -o %t.elf 2>&1 | FileCheck %s

// Vectors other than tiles have no transfers.

// CHECK: unlowered-invalid.mlir:[[#@LINE+5]]:{{[0-9]+}}: error: 'vector.transfer_read' of type '{{.*}}' has no lowering to LLVM IR
func.func @main(%a: tensor<33xf32>) -> tensor<33xf32> {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %v = vector.transfer_read %a[%c0], %p : tensor<33xf32>, vector<40xf32>
  %x = arith.mulf %v, %v : vector<40xf32>
  %z = vector.transfer_write %x, %e[%c0] : vector<40xf32>, tensor<33xf32>
  return %z : tensor<33xf32>
}
