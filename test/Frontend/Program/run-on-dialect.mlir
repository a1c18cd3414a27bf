// RUN: matrix-opt %s -split-input-file \
// RUN:   -matrix-run-on-dialect='dialect=complex pipeline=canonicalize' \
// RUN:   | FileCheck %s

// Only a module with an operation of the dialect is canonicalized.

// CHECK-LABEL: @with_complex(
// CHECK-NOT:     arith.addi
// CHECK:         complex.re
func.func @with_complex(%a: complex<f32>, %n: i32) -> (f32, i32) {
  %c0 = arith.constant 0 : i32
  %re = complex.re %a : complex<f32>
  %same = arith.addi %n, %c0 : i32
  return %re, %same : f32, i32
}

// -----

// CHECK-LABEL: @without_complex(
// CHECK:         arith.addi
func.func @without_complex(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %same = arith.addi %n, %c0 : i32
  return %same : i32
}
