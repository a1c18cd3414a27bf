// Elementwise: a + t (b - a), with operands of commutative operators in either order.
//
// REQUIRES: record-TLERP_F32
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK: {{x?}}tlerp{{0?}}.f32 t{{[0-9]+}}, t{{[0-9]+}}, t{{[0-9]+}}
// CHECK-NOT: {{x?}}tmul{{0?}}.f32
// CHECK-NOT: {{x?}}tadd{{0?}}.f32

#id = affine_map<(i, j) -> (i, j)>
!t = tensor<37x53xf32>
func.func @main(%a: !t, %b: !t, %t: !t) -> (!t, !t) {
  %e = tensor.empty() : !t
  %0, %1 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b, %t : !t, !t, !t) outs(%e, %e : !t, !t) {
  ^bb0(%x: f32, %y: f32, %w: f32, %o: f32, %p: f32):
    %d = arith.subf %y, %x : f32
    %m = arith.mulf %d, %w : f32
    %s = arith.addf %x, %m : f32
    %d2 = arith.subf %x, %y : f32
    %m2 = arith.mulf %w, %d2 : f32
    %s2 = arith.addf %m2, %y : f32
    linalg.yield %s, %s2 : f32, f32
  } -> (!t, !t)
  return %0, %1 : !t, !t
}
