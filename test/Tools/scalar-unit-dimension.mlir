// RUN: matrix-compile --mcpu=base %s -o %t.elf 2>&1 | FileCheck %s --allow-empty
// RUN: matrix-run --mcpu=base %s --random --check

// A reduction that keeps its dimension, with a constant index in the result, is
// no scalar code: nothing is reported.
// CHECK-NOT: {{remark|warning|error}}
#rows = affine_map<(d0, d1) -> (d0, d1)>
#kept = affine_map<(d0, d1) -> (d0, 0)>
func.func @main(%x: tensor<64x100xf32>) -> tensor<64x1xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x1xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x1xf32>) -> tensor<64x1xf32>
  %s = linalg.generic {indexing_maps = [#rows, #kept], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x100xf32>) outs(%f : tensor<64x1xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %t = arith.addf %in, %sum : f32
    linalg.yield %t : f32
  } -> tensor<64x1xf32>
  return %s : tensor<64x1xf32>
}
