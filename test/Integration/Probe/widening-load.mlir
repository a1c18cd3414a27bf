// Memory: rows at a stride, widened by the load.
//
// REQUIRES: record-TLDW_F32_BF16
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tldw{{0?}}.f32.bf16 t{{[0-9]+}}, ({{.*}}), {{.*}}
// CHECK-NOT: {{x?}}tcvtw{{0?}}.f32.bf16

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<37x53xbf16>, %b: tensor<53xbf16>) -> tensor<37x53xf32> {
  %e = tensor.empty() : tensor<37x53xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<37x53xbf16>, tensor<53xbf16>) outs(%e : tensor<37x53xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %p = arith.extf %x : bf16 to f32
    %q = arith.extf %y : bf16 to f32
    %s = arith.mulf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<37x53xf32>
  return %r : tensor<37x53xf32>
}
