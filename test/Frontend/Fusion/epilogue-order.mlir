// An epilogue of four operations has a latency of 64 cycles. Divided over three tiles of depth, it would be beside
// products of 48 cycles, and the loads for the next tiles would wait for it: the epilogues follow the products instead,
// and interleave.

// RUN: matrix-compile %s --cores=1 --emit=asm -o - | FileCheck %s
// RUN: matrix-run %s --cores=1 --random --check=f64
// RUN: matrix-run %s --random --check=f64
// RUN: matrix-run %s --mcpu=edge --functional --random --check=f64

// CHECK: tfma.f32
// CHECK-NOT: tmma
// CHECK: tclt.f32
// CHECK-NOT: tmma
// CHECK: tclt.f32
// CHECK-NOT: tmma
// CHECK: tclt.f32
// CHECK-NOT: tmma
// CHECK: tclt.f32

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%a: tensor<96x208xf32>, %b: tensor<208x128xf32>, %mean: tensor<96xf32>, %scale: tensor<96xf32>,
                %gain: tensor<96xf32>, %bias: tensor<96xf32>) -> tensor<96x128xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<96x128xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<96x128xf32>) -> tensor<96x128xf32>
  %m = linalg.matmul ins(%a, %b : tensor<96x208xf32>, tensor<208x128xf32>)
      outs(%init : tensor<96x128xf32>) -> tensor<96x128xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %mean, %scale, %gain, %bias
          : tensor<96x128xf32>, tensor<96xf32>, tensor<96xf32>, tensor<96xf32>, tensor<96xf32>)
      outs(%e : tensor<96x128xf32>) {
  ^bb0(%x: f32, %u: f32, %s: f32, %g: f32, %h: f32, %o: f32):
    %shifted = arith.subf %x, %u : f32
    %scaled = arith.mulf %shifted, %s : f32
    %grown = arith.mulf %scaled, %g : f32
    %y = arith.addf %grown, %h : f32
    %isPositive = arith.cmpf ogt, %y, %zero : f32
    %positive = arith.select %isPositive, %y, %zero : f32
    %t = arith.minimumf %positive, %six : f32
    linalg.yield %t : f32
  } -> tensor<96x128xf32>
  return %r : tensor<96x128xf32>
}
