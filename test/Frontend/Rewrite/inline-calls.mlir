// RUN: matrix-opt %s -matrix-inline-calls | FileCheck %s

// CHECK-NOT: func.func
// CHECK: func @main
// CHECK-NOT: call
// CHECK: math.exp
// CHECK: math.exp
// CHECK: scf.for
// CHECK: math.exp
// CHECK-NOT: func.func
func.func private @f(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
func.func private @g(%x: f32) -> f32 {
  %y = call @f(%x) : (f32) -> f32
  return %y : f32
}
func.func @main(%x: f32, %n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = call @f(%x) : (f32) -> f32
  %b = call @g(%x) : (f32) -> f32
  %c = scf.for %i = %c0 to %n step %c1 iter_args(%d = %x) -> f32 {
    %e = func.call @g(%d) : (f32) -> f32
    scf.yield %e : f32
  }
  return %a, %b, %c : f32, f32, f32
}
