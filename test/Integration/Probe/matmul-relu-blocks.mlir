// A depth of several blocks: accumulators are spilled to the scratchpad between k blocks.
//
// REQUIRES: record-TMMAR_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK-NOT: {{x?}}tmax{{0?}}
// CHECK: {{x?}}tmmar{{0?}}.f32.f32 t{{[0-9]+}}, t{{[0-9]+}}
// CHECK-NOT: {{x?}}tmax{{0?}}

func.func @main(%a: tensor<20x3000xf32>, %b: tensor<3000x40xf32>) -> tensor<20x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x40xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<20x40xf32>) -> tensor<20x40xf32>
  %m = linalg.matmul ins(%a, %b : tensor<20x3000xf32>, tensor<3000x40xf32>)
      outs(%f : tensor<20x40xf32>) -> tensor<20x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<20x40xf32>) outs(%e : tensor<20x40xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.maximumf %zero, %x : f32
    linalg.yield %y : f32
  } -> tensor<20x40xf32>
  return %r : tensor<20x40xf32>
}
