// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!s = memref<40x40xbf16, #matrix.space<scratchpad>>
!line = memref<40xbf16, #matrix.space<scratchpad>>
!dense = memref<3x16x32xbf16, #matrix.space<scratchpad>>
!b = vector<16x32xbf16>

// CHECK-LABEL: func @loads
func.func @loads(%s: !s, %l: !line, %d: !dense, %i: index) -> (!b, !b, !b, !b, !b, !b) {
  %p = arith.constant 0.0 : bf16
  // CHECK: matrix.tld %arg0[%arg3, %arg3] : memref<40x40xbf16, #matrix.space<scratchpad>> -> vector<16x32xbf16>
  %0 = vector.transfer_read %s[%i, %i], %p {in_bounds = [true, true]} : !s, !b
  // CHECK: matrix.tld %arg1[%arg3] {broadcast}
  %1 = vector.transfer_read %l[%i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (0, d0)>} : !line, !b
  // CHECK: matrix.tldt %arg0[%arg3, %arg3] : memref
  %2 = vector.transfer_read %s[%i, %i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : !s, !b
  // CHECK: matrix.tldt %arg1[%arg3] {broadcast}
  %3 = vector.transfer_read %l[%i], %p {in_bounds = [true, true], permutation_map = affine_map<(d0) -> (d0, 0)>} : !line, !b
  // Contiguous rows need no stride.
  // CHECK: matrix.tldc %arg2[%arg3, %arg3, %arg3]
  %4 = vector.transfer_read %d[%i, %i, %i], %p {in_bounds = [true, true]} : !dense, !b
  // A broadcast line.
  // CHECK: matrix.tld %arg1[%arg3] {broadcast}
  %r = vector.load %l[%i] : !line, vector<32xbf16>
  %5 = vector.broadcast %r : vector<32xbf16> to !b
  return %0, %1, %2, %3, %4, %5 : !b, !b, !b, !b, !b, !b
}

// CHECK-LABEL: func @stores
func.func @stores(%s: !s, %d: !dense, %b: !b, %i: index) {
  // CHECK: matrix.tst %arg2, %arg0[%arg3, %arg3]
  vector.transfer_write %b, %s[%i, %i] {in_bounds = [true, true]} : !b, !s
  // CHECK: matrix.tstc %arg2, %arg1[%arg3, %arg3, %arg3]
  vector.store %b, %d[%i, %i, %i] : !dense, !b
  // CHECK: matrix.tstb %arg2, %arg0[%arg3, %arg3] {q = 1 : i64}
  %q = vector.extract_strided_slice %b {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to vector<16x16xbf16>
  vector.transfer_write %q, %s[%i, %i] {in_bounds = [true, true]} : vector<16x16xbf16>, !s
  return
}

// The transposing load is inserted at the transposition if there is no store in between.
// CHECK-LABEL: func @transposed
// CHECK: matrix.tldt
// CHECK-NEXT: matrix.tst
func.func @transposed(%s: !s, %i: index) {
  %p = arith.constant 0.0 : bf16
  %0 = vector.transfer_read %s[%i, %i], %p {in_bounds = [true, true]} : !s, vector<32x16xbf16>
  %1 = vector.transpose %0, [1, 0] : vector<32x16xbf16> to !b
  vector.transfer_write %1, %s[%i, %i] {in_bounds = [true, true]} : !b, !s
  return
}
