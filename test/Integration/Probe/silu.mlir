// A Linalg program is compiled to an instruction defined in Fused.td only; its
// encoding and results are correct.
//
// REQUIRES: record-TSILU_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tsilu{{0?}}.f32 t{{[0-9]+}}, t{{[0-9]+}}

#map = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%input: tensor<37x53xf32>) -> tensor<37x53xf32> {
  %empty = tensor.empty() : tensor<37x53xf32>
  %result = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%input : tensor<37x53xf32>) outs(%empty : tensor<37x53xf32>) {
  ^bb0(%x: f32, %out: f32):
    %one = arith.constant 1.0 : f32
    %neg = arith.negf %x : f32
    %exp = math.exp %neg : f32
    %sum = arith.addf %exp, %one : f32
    %silu = arith.divf %x, %sum : f32
    linalg.yield %silu : f32
  } -> tensor<37x53xf32>
  return %result : tensor<37x53xf32>
}
