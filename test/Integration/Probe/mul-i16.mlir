// A format with one instruction: other operations on it are scalar code, with a
// remark.
//
// REQUIRES: record-TADD_I16
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-compile %s --explain --emit=dialect -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: matrix-run %s --check --random
//
// CHECK-NOT: tadd
// WHY: remark: {{.*}}compiles to scalar code: no instruction

#id = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x50xi16>, %b: tensor<40x50xi16>) -> tensor<40x50xi16> {
  %e = tensor.empty() : tensor<40x50xi16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<40x50xi16>, tensor<40x50xi16>) outs(%e : tensor<40x50xi16>) {
  ^bb0(%x: i16, %y: i16, %o: i16):
    %s = arith.muli %x, %y : i16
    linalg.yield %s : i16
  } -> tensor<40x50xi16>
  return %r : tensor<40x50xi16>
}
