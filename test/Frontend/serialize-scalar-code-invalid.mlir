// RUN: matrix-opt %s -matrix-serialize-scalar-code -verify-diagnostics

func.func @loop__bad_result(%b: memref<4xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{scalar code gives a value to all cores; only results in memory can leave core 0}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %v) -> f32 {
    memref.store %x, %b[%i] : memref<4xf32>
    %y = arith.addf %x, %v : f32
    scf.yield %y : f32
  }
  %z = arith.addf %r, %v : f32
  return %z : f32
}
