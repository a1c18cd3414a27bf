// Arithmetic on narrow types is selected whether program and record express it by the
// type or by conversions around it.
//
// REQUIRES: record-TADD_BF16, record-TMUL_BF16
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tadd{{0?}}.bf16 t
// CHECK: {{x?}}tmul{{0?}}.bf16 t

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x50xbf16>, %b: tensor<40x50xbf16>) -> tensor<40x50xbf16> {
  %e = tensor.empty() : tensor<40x50xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<40x50xbf16>, tensor<40x50xbf16>) outs(%e : tensor<40x50xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %s = arith.addf %x, %y : bf16
    %wx = arith.extf %x : bf16 to f32
    %ws = arith.extf %s : bf16 to f32
    %p = arith.mulf %wx, %ws : f32
    %q = arith.truncf %p : f32 to bf16
    linalg.yield %q : bf16
  } -> tensor<40x50xbf16>
  return %r : tensor<40x50xbf16>
}
