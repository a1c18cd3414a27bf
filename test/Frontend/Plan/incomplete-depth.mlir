// The last block of depth has fewer elements than the others, but as many tiles: the loops over
// tiles of depth have constant bounds, and their last iterations overlap as in complete blocks.
//
// RUN: matrix-compile %s --cores=1 --plan=%S/Inputs/incomplete-depth.plan.mlir --emit=tiles | FileCheck %s
// RUN: matrix-run %s --cores=1 --plan=%S/Inputs/incomplete-depth.plan.mlir --random --check
//
// CHECK-NOT: scf.for {{.*}} to %{{[0-9]+}} step %c16
// CHECK:     scf.for {{.*}} = %c16 to %c48 step %c16
// CHECK-NOT: scf.for {{.*}} to %{{[0-9]+}} step %c16

func.func @main(%a: tensor<64x116xf32>, %b: tensor<116x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %product = linalg.matmul ins(%a, %b : tensor<64x116xf32>, tensor<116x64xf32>)
                           outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %product : tensor<64x64xf32>
}
