// The products of the last tile of depth and the stores of a register block are in one block of code
// with the first products of the next one. The loop over the other tiles only advances its pointers,
// and no tile is spilled.

// RUN: matrix-compile %s --cores=1 --plan=%S/Inputs/overlapped-products.plan.mlir --emit=asm -o %t.s
// RUN: FileCheck %s < %t.s
// RUN: FileCheck --check-prefix=SPILLS --allow-empty %s < %t.s
// RUN: matrix-run %s --functional --random --check
// RUN: matrix-run %s --mcpu=edge --functional --random --check
// RUN: matrix-run %s --mcpu=amx-like --functional --random --check

// SPILLS-NOT: {{tstc|tldc}}

// CHECK-COUNT-8: tmma.f32.f32
// CHECK:         tst
// CHECK:         [[LOOP:\.LBB0_[0-9]+]]:
// CHECK-NOT:     {{cmov|shli|tst}}
// CHECK-COUNT-8: tmma.f32.f32
// CHECK-NOT:     {{cmov|shli|tst}}
// CHECK:         b{{[a-z]+}} {{.*}}, [[LOOP]]

func.func @main(%a: tensor<256x192xf32>, %b: tensor<192x128xf32>) -> tensor<256x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<256x128xf32>) -> tensor<256x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<256x192xf32>, tensor<192x128xf32>)
      outs(%init : tensor<256x128xf32>) -> tensor<256x128xf32>
  return %m : tensor<256x128xf32>
}
