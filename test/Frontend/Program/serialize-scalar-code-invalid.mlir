// RUN: matrix-opt %s -matrix-serialize-scalar-code -verify-diagnostics

func.func @loop__bad_result(%b: memref<4xf32>, %v: f32, %n: index, %x0: none) -> none {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{all cores need a value of type 'none' that core 0 computes; only scalars can be broadcast}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %x0) -> none {
    memref.store %v, %b[%i] : memref<4xf32>
    scf.yield %x : none
  }
  return %r : none
}
