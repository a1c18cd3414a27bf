// Blocks of elementwise operations are halved until they have at most BlockExtent
// columns, a parameter of the variant, although larger ones fit the scratchpad.
//
// RUN: matrix-compile %s --emit=plan | FileCheck %s
// RUN: matrix-run %s --random --check
//
// CHECK: matrix.plan @elementwise_0
// CHECK-NEXT: extent = 16, block = 16,
// CHECK-SAME: extent = 20480, block = 80,

func.func @main(%a: tensor<512x640xf32>, %b: tensor<512x640xf32>) -> tensor<512x640xf32> {
  %empty = tensor.empty() : tensor<512x640xf32>
  %sum = linalg.add ins(%a, %b : tensor<512x640xf32>, tensor<512x640xf32>)
                    outs(%empty : tensor<512x640xf32>) -> tensor<512x640xf32>
  return %sum : tensor<512x640xf32>
}
