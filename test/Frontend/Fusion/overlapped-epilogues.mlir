// The epilogue of a register block is computed between the products of the next one. Its
// registers are free: no tile is spilled.

// RUN: matrix-compile %s --cores=1 --emit=asm -o %t.s
// RUN: FileCheck %s < %t.s
// RUN: matrix-run %s --functional --random --check
// RUN: matrix-run %s --mcpu=edge --functional --random --check
// RUN: matrix-run %s --mcpu=amx-like --functional --random --check

// CHECK-NOT: {{tstc|tldc}}
// CHECK: tmma.f32.f32
// CHECK-NOT: {{tstc|tldc}}
// CHECK: tmax.f32
// CHECK-NOT: {{tstc|tldc}}
// CHECK: tst {{.*}}
// CHECK-NOT: {{tstc|tldc}}
// CHECK: tmma.f32.f32
// CHECK-NOT: {{tstc|tldc}}
// CHECK: tmax.f32

#id = affine_map<(i, j) -> (i, j)>
#col = affine_map<(i, j) -> (j)>

func.func @main(%a: tensor<128x192xf32>, %b: tensor<192x128xf32>, %bias: tensor<128xf32>) -> tensor<128x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<128x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<128x128xf32>) -> tensor<128x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<128x192xf32>, tensor<192x128xf32>)
      outs(%init : tensor<128x128xf32>) -> tensor<128x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias : tensor<128x128xf32>, tensor<128xf32>) outs(%e : tensor<128x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    %t = arith.maximumf %s, %zero : f32
    linalg.yield %t : f32
  } -> tensor<128x128xf32>
  return %r : tensor<128x128xf32>
}
