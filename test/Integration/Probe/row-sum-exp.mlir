// A reduction fused with its producer: whole tiles, a masked edge, and
// a row of more than one block.
//
// REQUIRES: record-TREXP_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
// RUN: matrix-compile %s --explain --emit=dialect -o %t.mlir 2>&1 | FileCheck %s --check-prefix=WHY
//
// CHECK: {{x?}}trexp{{0?}}.f32 t{{[0-9]+}}, t{{[0-9]+}}
// WHY: remark: {{.*}} becomes '{{x?}}trexp{{0?}}.f32'
// WHY: note: {{.*}} rejected: with its operands it takes

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @main(%a: tensor<37x3001xf32>) -> tensor<37xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<37xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<37xf32>) -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<37x3001xf32>) outs(%f : tensor<37xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %y = math.exp %x : f32
    %s = arith.addf %acc, %y : f32
    linalg.yield %s : f32
  } -> tensor<37xf32>
  return %r : tensor<37xf32>
}
