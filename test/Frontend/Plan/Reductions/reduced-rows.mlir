// RUN: matrix-compile %s --emit=plan | FileCheck %s
// RUN: matrix-compile %s --emit=plan --disable=reassociation | FileCheck %s --check-prefix=ORDER

// The rows of tiles are the reduced dimension: a step has 128 of its indices instead of one.
// CHECK: @reduction_0
// CHECK: <rows, dim = 0, extent = 1024, block = 128>
// ORDER: @reduction_0
// ORDER: <outer, dim = 0, extent = 1024, block = 1>

// All dimensions are reduced, and a factor for each row prevents that they are merged.
// CHECK: @reduction_1
// CHECK: <rows, dim = 0, extent = 256, block = {{[0-9]+}}>
// ORDER: @reduction_1
// ORDER: <outer, dim = {{[01]}}, extent = 256, block = 1>

// Many rows of the result and few of the sum.
// CHECK: @reduction_2
// CHECK: <outer, dim = 1, extent = 4, block = 1>

func.func @main(%x: tensor<1024x64xf32>, %y: tensor<256x256xf32>, %f: tensor<256x1xf32>, %z: tensor<128x4x64xf32>)
    -> (tensor<64xf32>, tensor<f32>, tensor<128x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %0 = linalg.reduce ins(%x : tensor<1024x64xf32>) outs(%f0 : tensor<64xf32>) dimensions = [0] (%a: f32, %o: f32) {
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  %e1 = tensor.empty() : tensor<f32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<f32>) -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, 0)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%y, %f : tensor<256x256xf32>, tensor<256x1xf32>) outs(%f1 : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %c : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %e2 = tensor.empty() : tensor<128x64xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<128x64xf32>) -> tensor<128x64xf32>
  %2 = linalg.reduce ins(%z : tensor<128x4x64xf32>) outs(%f2 : tensor<128x64xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  return %0, %1, %2 : tensor<64xf32>, tensor<f32>, tensor<128x64xf32>
}
