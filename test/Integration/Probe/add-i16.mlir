// A format with one instruction: sums are selected to it.
//
// REQUIRES: record-TADD_I16
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tadd{{0?}}.i16 t

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x50xi16>, %b: tensor<40x50xi16>) -> tensor<40x50xi16> {
  %e = tensor.empty() : tensor<40x50xi16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<40x50xi16>, tensor<40x50xi16>) outs(%e : tensor<40x50xi16>) {
  ^bb0(%x: i16, %y: i16, %o: i16):
    %s = arith.addi %x, %y : i16
    linalg.yield %s : i16
  } -> tensor<40x50xi16>
  return %r : tensor<40x50xi16>
}
