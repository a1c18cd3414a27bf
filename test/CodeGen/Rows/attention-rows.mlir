// RUN: matrix-compile %s --mcpu=qkv --emit=asm -o - | FileCheck %s

// Attention of the ACT tutorial from plain Linalg is compiled to the instruction
// sequence of the handwritten program.

// CHECK-LABEL: main:
// CHECK-DAG: qkv.load_rm [[Q:r[0-9]+]]
// CHECK-DAG: qkv.load_cm
// CHECK: qkv.gemm
// CHECK: qkv.softmax
// CHECK: qkv.mov
// CHECK: qkv.load_rm
// CHECK: qkv.gemm
// CHECK: qkv.mov
// CHECK: qkv.store_rm
// CHECK-NOT: qkv.
// CHECK: .section
func.func @main(%q: tensor<64x64xbf16>, %k: tensor<64x64xbf16>, %v: tensor<64x64xbf16>) -> tensor<64x64xbf16> {
  %zero = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<64x64xbf16>
  %z = linalg.fill ins(%zero : bf16) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %kt = linalg.transpose ins(%k : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) permutation = [1, 0]
  %s = linalg.matmul ins(%q, %kt : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %p = linalg.softmax dimension(1) ins(%s : tensor<64x64xbf16>) outs(%e : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %o = linalg.matmul ins(%p, %v : tensor<64x64xbf16>, tensor<64x64xbf16>) outs(%z : tensor<64x64xbf16>) -> tensor<64x64xbf16>
  return %o : tensor<64x64xbf16>
}
