// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!b = vector<16x32xbf16>
!n = vector<16x64xi8>

// The fused instruction is cheaper than its parts: division and exponential are not
// selected separately.
// CHECK-LABEL: func @composed
// CHECK-NEXT: %[[S:.*]] = matrix.tsigm %arg0
// CHECK-NEXT: %[[M:.*]] = matrix.tmul %arg0, %[[S]]
// CHECK-NEXT: return %[[M]]
func.func @composed(%x: !f) -> !f {
  %one = arith.constant dense<1.0> : !f
  %n = arith.negf %x : !f
  %e = math.exp %n : !f
  %d = arith.addf %e, %one : !f
  %s = arith.divf %one, %d : !f
  %m = arith.mulf %x, %s : !f
  return %m : !f
}

// A value with other users is not recomputed.
// CHECK-LABEL: func @shared
// CHECK: %[[E:.*]] = matrix.texp
// CHECK: matrix.tadd %[[E]]
// CHECK: matrix.trcp
// CHECK-NOT: tsigm
// CHECK: return %[[E]]
func.func @shared(%x: !f) -> (!f, !f) {
  %one = arith.constant dense<1.0> : !f
  %n = arith.negf %x : !f
  %e = math.exp %n : !f
  %d = arith.addf %e, %one : !f
  %s = arith.divf %one, %d : !f
  return %e, %s : !f, !f
}

// CHECK-LABEL: func @fused
// CHECK-NEXT: matrix.tfma %arg2, %arg0, %arg1
// CHECK-NEXT: matrix.tmacw %arg2, %arg3, %arg3 {q = 1 : i64}
func.func @fused(%x: !f, %y: !f, %z: !f, %b: !b) -> (!f, !f) {
  %0 = math.fma %x, %y, %z : !f
  %p = vector.extract_strided_slice %b {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to vector<16x16xbf16>
  %w = arith.extf %p : vector<16x16xbf16> to !f
  %m = arith.mulf %w, %w : !f
  %1 = arith.addf %m, %z : !f
  return %0, %1 : !f, !f
}

// A product and a sum round twice, so they are not a fused multiply-add.
// CHECK-LABEL: func @not_fused
// CHECK-NEXT: matrix.tmul
// CHECK-NEXT: matrix.tadd
func.func @not_fused(%x: !f, %y: !f, %z: !f) -> !f {
  %0 = arith.mulf %x, %y : !f
  %1 = arith.addf %0, %z : !f
  return %1 : !f
}

// Narrow types use whole tiles of their own formats.
// CHECK-LABEL: func @formats
// CHECK-NEXT: matrix.tmax %arg0, %arg0 : (vector<16x32xbf16>
// CHECK-NEXT: matrix.tmin %arg1, %arg1 {form = "i8"} : (vector<16x64xi8>
// CHECK-NEXT: matrix.tmin %arg1, %arg1 {form = "u8"} : (vector<16x64xi8>
// CHECK-NEXT: matrix.tshr
// CHECK-NEXT: matrix.tshl
func.func @formats(%b: !b, %n: !n, %i: !i) -> (!b, !n, !n, !i, !i) {
  %0 = arith.maximumf %b, %b : !b
  %1 = arith.minsi %n, %n : !n
  %2 = arith.minui %n, %n : !n
  %3 = arith.shrui %i, %i : !i
  %low = arith.constant dense<31> : !i
  %c = arith.andi %i, %low : !i
  %4 = arith.shli %i, %c : !i
  return %0, %1, %2, %3, %4 : !b, !n, !n, !i, !i
}

// Zeros, scalars and constants.
// CHECK-LABEL: func @splats
// CHECK-SAME: %[[S:[a-z0-9]*]]: f32, %[[I:[a-z0-9]*]]: i32, %[[B:[a-z0-9]*]]: bf16
// CHECK-DAG: matrix.tzero : vector<16x16xf32>
// CHECK-DAG: matrix.tzero : vector<16x64xi8>
// CHECK-DAG: matrix.tsplatf %[[S]]
// CHECK-DAG: %[[H:.*]] = arith.constant 5.000000e-01 : f32
// CHECK-DAG: matrix.tsplatf %[[H]]
// CHECK-DAG: %[[W:.*]] = arith.extui %[[I]] : i32 to i64
// CHECK-DAG: matrix.tsplat %[[W]] : (i64) -> vector<16x16xi32>
// CHECK-DAG: %[[C:.*]] = arith.bitcast %[[B]] : bf16 to i16
// CHECK-DAG: %[[D:.*]] = arith.extui %[[C]] : i16 to i64
// CHECK-DAG: matrix.tsplat %[[D]] : (i64) -> vector<16x32xbf16>
// CHECK-DAG: %[[Z:.*]] = arith.constant -0.000000e+00 : f32
// CHECK-DAG: matrix.tsplatf %[[Z]]
// CHECK-DAG: matrix.tiota %{{.*}} {form = "c"}
func.func @splats(%s: f32, %i: i32, %b: bf16) -> (!f, !n, !f, !f, !i, !b, !f, !i) {
  %0 = arith.constant dense<0.0> : !f
  %1 = arith.constant dense<0> : !n
  %2 = vector.broadcast %s : f32 to !f
  %3 = arith.constant dense<0.5> : !f
  %4 = vector.broadcast %i : i32 to !i
  %5 = vector.broadcast %b : bf16 to !b
  %6 = arith.constant dense<-0.0> : !f
  %7 = arith.constant dense<[[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18],[3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18]]> : !i
  return %0, %1, %2, %3, %4, %5, %6, %7 : !f, !n, !f, !f, !i, !b, !f, !i
}

// Tiles are passed through control flow; other shapes are unchanged.
// CHECK-LABEL: func @around
// CHECK: scf.for {{.*}} -> (vector<16x16xf32>)
// CHECK-NEXT: matrix.tadd
// CHECK: arith.addf %{{.*}} : vector<4xf32>
func.func @around(%x: !f, %v: vector<4xf32>, %n: index) -> (!f, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> !f {
    %s = arith.addf %a, %x : !f
    scf.yield %s : !f
  }
  %1 = arith.addf %v, %v : vector<4xf32>
  return %0, %1 : !f, vector<4xf32>
}
