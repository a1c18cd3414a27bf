// RUN: matrix-opt %s --matrix-select --matrix-verify-selection -split-input-file -verify-diagnostics

!f = vector<16x16xf32>

func.func @dram(%m: memref<64x64xf32>, %i: index) -> !f {
  %p = arith.constant 0.0 : f32
  // expected-error @+1 {{no instruction of 'base' computes 'vector.transfer_read'}}
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : memref<64x64xf32>, !f
  return %0 : !f
}

// -----

!f = vector<16x16xf32>
!s = memref<64x64xf32, #matrix.space<scratchpad>>
func.func @bounds(%m: !s, %i: index) -> !f {
  %p = arith.constant 0.0 : f32
  // expected-error @+1 {{no instruction of 'base' computes 'vector.transfer_read'}}
  %0 = vector.transfer_read %m[%i, %i], %p : !s, !f
  return %0 : !f
}

// -----

!f = vector<16x16xf32>
!s = memref<64x64xf32, strided<[64, 2]>, #matrix.space<scratchpad>>
func.func @gaps(%m: !s, %i: index, %v: !f) {
  // expected-error @+1 {{no instruction of 'base' computes 'vector.transfer_write'}}
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : !f, !s
  return
}

// -----

// A load cannot be moved across a store.
!f = vector<16x16xf32>
!s = memref<64x64xf32, #matrix.space<scratchpad>>
func.func @moved(%m: !s, %i: index, %v: !f) -> !f {
  %p = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %p {in_bounds = [true, true]} : !s, !f
  vector.transfer_write %v, %m[%i, %i] {in_bounds = [true, true]} : !f, !s
  // expected-error @+1 {{no instruction of 'base' computes 'vector.transpose'}}
  %1 = vector.transpose %0, [1, 0] : !f to !f
  return %1 : !f
}
