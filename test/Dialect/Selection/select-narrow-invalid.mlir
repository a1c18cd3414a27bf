// A wrapping conversion does not match a saturating one.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection -verify-diagnostics

func.func @wraps(%i: vector<16x16xi32>, %n: vector<16x64xi8>) -> vector<16x64xi8> {
  // expected-error @+1 {{no instruction of 'base' computes 'arith.trunci'}}
  %0 = arith.trunci %i : vector<16x16xi32> to vector<16x16xi8>
  // expected-error @+1 {{no instruction of 'base' computes 'vector.insert_strided_slice'}}
  %1 = vector.insert_strided_slice %0, %n {offsets = [0, 0], strides = [1, 1]} : vector<16x16xi8> into vector<16x64xi8>
  return %1 : vector<16x64xi8>
}
