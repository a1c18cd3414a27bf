// RUN: matrix-opt %s -split-input-file -matrix-inline-calls -verify-diagnostics

func.func private @f(%x: f32) -> f32 {
  // expected-error @+1 {{'@f' is recursive; buffers are static, so a function cannot call itself, directly or through others: use a loop}}
  %y = call @f(%x) : (f32) -> f32
  return %y : f32
}
func.func @main(%x: f32) -> f32 {
  %y = call @f(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func private @f(%x: f32) -> f32 {
  // expected-error @+1 {{'@f' is recursive}}
  %y = call @g(%x) : (f32) -> f32
  return %y : f32
}
func.func private @g(%x: f32) -> f32 {
  %y = call @f(%x) : (f32) -> f32
  return %y : f32
}
func.func @main(%x: f32) -> f32 {
  %y = call @g(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func @main(%x: f32) -> f32 {
  // expected-error @+1 {{'@main' is recursive}}
  %y = call @main(%x) : (f32) -> f32
  return %y : f32
}

// -----

func.func private @f(%x: f32, %c: i1) -> f32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : f32
^bb2:
  %y = math.exp %x : f32
  return %y : f32
}
func.func @main(%x: f32, %c: i1, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
    // expected-error @+1 {{'@f' cannot be inlined: functions that are called must consist of one block}}
    %y = func.call @f(%a, %c) : (f32, i1) -> f32
    scf.yield %y : f32
  }
  return %r : f32
}
