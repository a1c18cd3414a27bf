// RUN: matrix-opt %s --matrix-lower-math | FileCheck %s

// Runtime library functions are called, in f32 if there are no narrower ones.
// CHECK-DAG: func private @log1p(f64) -> f64
// CHECK-DAG: func private @log1pf(f32) -> f32

// CHECK-LABEL: func @logarithms
// CHECK: call @log1p(
// CHECK: arith.extf
// CHECK: call @log1pf(
// CHECK: arith.truncf
func.func @logarithms(%x: f64, %y: bf16) -> (f64, bf16) {
  %a = math.log1p %x : f64
  %b = math.log1p %y : bf16
  return %a, %b : f64, bf16
}

// The conversion to LLVM uses intrinsics for these.
// CHECK-LABEL: func @intrinsics
// CHECK: math.ctpop
// CHECK: math.copysign
// CHECK: math.isnan
func.func @intrinsics(%i: i7, %x: f32) -> (i7, f32, i1) {
  %a = math.ctpop %i : i7
  %b = math.copysign %x, %x : f32
  %c = math.isnan %x : f32
  return %a, %b, %c : i7, f32, i1
}
