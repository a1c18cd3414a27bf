// A signed immediate: constants in its range are encoded in the instruction,
// others are not.
//
// RUN: matrix-compile %s -o %t.elf
// RUN: matrix-objdump -d %t.elf | FileCheck %s
// RUN: matrix-run %s --check --random
//
// CHECK-DAG: {{x?}}tstep{{0?}}.i32 t{{[0-9]+}}, t{{[0-9]+}}, -4
// CHECK-DAG: {{x?}}tstep{{0?}}.f32 t{{[0-9]+}}, t{{[0-9]+}}, 3
// CHECK-DAG: {{x?}}tadd{{0?}}.i32
// CHECK-DAG: {{x?}}tadd{{0?}}.f32

#id = affine_map<(i, j) -> (i, j)>
!i = tensor<37x53xi32>
!f = tensor<37x53xf32>
func.func @main(%a: !i, %b: !f) -> (!i, !i, !f, !f) {
  %e = tensor.empty() : !i
  %g = tensor.empty() : !f
  %0, %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : !i) outs(%e, %e : !i, !i) {
  ^bb0(%x: i32, %o: i32, %p: i32):
    %in = arith.constant -4 : i32
    %out = arith.constant 4 : i32
    %y = arith.addi %x, %in : i32
    %z = arith.addi %out, %x : i32
    linalg.yield %y, %z : i32, i32
  } -> (!i, !i)
  %2, %3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : !f) outs(%g, %g : !f, !f) {
  ^bb0(%x: f32, %o: f32, %p: f32):
    %in = arith.constant 3.0 : f32
    %out = arith.constant 2.5 : f32
    %y = arith.addf %in, %x : f32
    %z = arith.addf %x, %out : f32
    linalg.yield %y, %z : f32, f32
  } -> (!f, !f)
  return %0, %1, %2, %3 : !i, !i, !f, !f
}
