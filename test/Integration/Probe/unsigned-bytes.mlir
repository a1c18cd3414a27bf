// A contraction of types without a contraction instruction in td/.
//
// REQUIRES: record-TMMAU_I32_U8
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tmmau{{0?}}.i32.u8 t{{[0-9]+}}, t{{[0-9]+}}, t{{[0-9]+}}

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @main(%a: tensor<37x150xi8>, %b: tensor<150x41xi8>) -> tensor<37x41xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<37x41xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<37x41xi32>) -> tensor<37x41xi32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<37x150xi8>, tensor<150x41xi8>) outs(%f : tensor<37x41xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %p = arith.extui %x : i8 to i32
    %q = arith.extui %y : i8 to i32
    %m = arith.muli %p, %q : i32
    %s = arith.addi %acc, %m : i32
    linalg.yield %s : i32
  } -> tensor<37x41xi32>
  return %r : tensor<37x41xi32>
}
