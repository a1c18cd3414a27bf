// Column blocks of narrow tiles.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!b = vector<16x32xbf16>
!bb = vector<16x16xbf16>
!n = vector<16x64xi8>
!nn = vector<16x16xi8>

// CHECK-LABEL: func @floats
// CHECK: matrix.tcvtn %arg1, %arg0 {q = 1 : i64}
// CHECK: matrix.tcvtw %arg1 {q = 1 : i64}
func.func @floats(%f: !f, %b: !b) -> (!b, !f) {
  %0 = arith.truncf %f : !f to !bb
  %1 = vector.insert_strided_slice %0, %b {offsets = [0, 16], strides = [1, 1]} : !bb into !b
  %2 = vector.extract_strided_slice %b {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !bb
  %3 = arith.extf %2 : !bb to !f
  return %1, %3 : !b, !f
}

// Rounding only: through block 0 of a tile. The other one is not read.
// CHECK-LABEL: func @rounded
// CHECK: %[[Z:.*]] = ub.poison : vector<16x32xbf16>
// CHECK: %[[N:.*]] = matrix.tcvtn %[[Z]], %arg0 {q = 0 : i64}
// CHECK: matrix.tcvtw %[[N]] {q = 0 : i64}
func.func @rounded(%f: !f) -> !f {
  %0 = arith.truncf %f : !f to !bb
  %1 = arith.extf %0 : !bb to !f
  return %1 : !f
}

// The blocks replace the whole tile, or a part of it.
// CHECK-LABEL: func @replaced
// CHECK-DAG: %[[Z:.*]] = matrix.tzero : vector<16x32xbf16>
// CHECK-DAG: %[[U:.*]] = ub.poison : vector<16x32xbf16>
// CHECK-DAG: %[[FIRST:.*]] = matrix.tcvtn %[[U]], %arg0 {q = 0 : i64}
// CHECK-DAG: matrix.tcvtn %[[FIRST]], %arg1 {q = 1 : i64}
// CHECK-DAG: matrix.tcvtn %[[Z]], %arg0 {q = 1 : i64}
func.func @replaced(%f: !f, %g: !f) -> (!b, !b) {
  %zero = arith.constant dense<0.0> : !b
  %0 = arith.truncf %f : !f to !bb
  %1 = arith.truncf %g : !f to !bb
  %2 = vector.insert_strided_slice %0, %zero {offsets = [0, 0], strides = [1, 1]} : !bb into !b
  %3 = vector.insert_strided_slice %1, %2 {offsets = [0, 16], strides = [1, 1]} : !bb into !b
  %4 = vector.insert_strided_slice %0, %zero {offsets = [0, 16], strides = [1, 1]} : !bb into !b
  return %3, %4 : !b, !b
}

// CHECK-LABEL: func @integers
// CHECK-DAG: matrix.tcvtn %arg2, %arg0 {form = "i8.i32", q = 3 : i64}
// CHECK-DAG: matrix.tcvtn %arg2, %arg0 {form = "u8.i32", q = 0 : i64}
// CHECK-DAG: matrix.tcvtn %arg2, %arg1 {form = "i8.f32", q = 1 : i64}
// CHECK-DAG: matrix.tcvtw %arg2 {form = "i32.i8", q = 2 : i64}
// CHECK-DAG: matrix.tcvtw %arg2 {form = "f32.u8", q = 2 : i64}
func.func @integers(%i: !i, %f: !f, %n: !n) -> (!n, !n, !n, !i, !f) {
  %low = arith.constant dense<-128> : !i
  %high = arith.constant dense<127> : !i
  %zero = arith.constant dense<0> : !i
  %most = arith.constant dense<255> : !i
  %s0 = arith.maxsi %i, %low : !i
  %s1 = arith.minsi %s0, %high : !i
  %s2 = arith.trunci %s1 : !i to !nn
  %s3 = vector.insert_strided_slice %s2, %n {offsets = [0, 48], strides = [1, 1]} : !nn into !n
  %u0 = arith.minsi %i, %most : !i
  %u1 = arith.maxsi %u0, %zero : !i
  %u2 = arith.trunci %u1 : !i to !nn
  %u3 = vector.insert_strided_slice %u2, %n {offsets = [0, 0], strides = [1, 1]} : !nn into !n
  %r0 = math.roundeven %f : !f
  %r1 = arith.fptosi %r0 : !f to !i
  %r2 = arith.maxsi %r1, %low : !i
  %r3 = arith.minsi %r2, %high : !i
  %r4 = arith.trunci %r3 : !i to !nn
  %r5 = vector.insert_strided_slice %r4, %n {offsets = [0, 16], strides = [1, 1]} : !nn into !n
  %p = vector.extract_strided_slice %n {offsets = [0, 32], sizes = [16, 16], strides = [1, 1]} : !n to !nn
  %w0 = arith.extsi %p : !nn to !i
  %w1 = arith.uitofp %p : !nn to !f
  return %s3, %u3, %r5, %w0, %w1 : !n, !n, !n, !i, !f
}

// CHECK-LABEL: func @rounding
// CHECK-NEXT: matrix.tcvt %arg0 : (vector<16x16xi32>) -> vector<16x16xf32>
// CHECK-NEXT: matrix.tcvt %arg1 : (vector<16x16xf32>) -> vector<16x16xi32>
func.func @rounding(%i: !i, %f: !f) -> (!f, !i) {
  %0 = arith.sitofp %i : !i to !f
  %r = math.roundeven %f : !f
  %1 = arith.fptosi %r : !f to !i
  return %0, %1 : !f, !i
}
