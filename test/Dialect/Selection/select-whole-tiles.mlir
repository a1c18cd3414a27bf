// Narrow tiles assembled block by block from blocks of other tiles.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!b = vector<16x32xbf16>
!h = vector<16x16xbf16>
!f = vector<16x16xf32>
!i = vector<16x64xi8>
!q = vector<16x16xi8>
!w = vector<16x16xi32>

// A maximum equals one of its operands, so no widening is needed.
// CHECK-LABEL: func @bounds
// CHECK: %[[M:.*]] = matrix.tmax %{{.*}}, %{{.*}} : (vector<16x32xbf16>, vector<16x32xbf16>)
// CHECK: %[[C:.*]] = matrix.tsplat
// CHECK: matrix.tmin %[[M]], %[[C]] : (vector<16x32xbf16>, vector<16x32xbf16>)
// CHECK-NOT: matrix.tcvt
func.func @bounds(%x: !b, %y: !b, %z: !b) -> !b {
  %c = arith.constant dense<1.5> : !f
  %x0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %y0 = vector.extract_strided_slice %y {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %x1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %y1 = vector.extract_strided_slice %y {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %xw0 = arith.extf %x0 : !h to !f
  %yw0 = arith.extf %y0 : !h to !f
  %xw1 = arith.extf %x1 : !h to !f
  %yw1 = arith.extf %y1 : !h to !f
  %m0 = arith.maximumf %xw0, %yw0 : !f
  %m1 = arith.maximumf %xw1, %yw1 : !f
  %n0 = arith.minimumf %m0, %c : !f
  %n1 = arith.minimumf %m1, %c : !f
  %r0 = arith.truncf %n0 : !f to !h
  %r1 = arith.truncf %n1 : !f to !h
  %t0 = vector.insert_strided_slice %r0, %z {offsets = [0, 0], strides = [1, 1]} : !h into !b
  %t1 = vector.insert_strided_slice %r1, %t0 {offsets = [0, 16], strides = [1, 1]} : !h into !b
  return %t1 : !b
}

// No match: permuted blocks, and constants without a bf16 representation.
// CHECK-LABEL: func @crossed
// CHECK-COUNT-2: matrix.tcvtw
// CHECK-COUNT-2: matrix.tmax {{.*}} : (vector<16x16xf32>, vector<16x16xf32>)
// CHECK-LABEL: func @inexact
// CHECK-COUNT-2: matrix.tmax {{.*}} : (vector<16x16xf32>, vector<16x16xf32>)
func.func @crossed(%x: !b, %z: !b) -> !b {
  %c = arith.constant dense<1.5> : !f
  %x0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %x1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %w0 = arith.extf %x0 : !h to !f
  %w1 = arith.extf %x1 : !h to !f
  %m0 = arith.maximumf %w1, %c : !f
  %m1 = arith.maximumf %w0, %c : !f
  %r0 = arith.truncf %m0 : !f to !h
  %r1 = arith.truncf %m1 : !f to !h
  %t0 = vector.insert_strided_slice %r0, %z {offsets = [0, 0], strides = [1, 1]} : !h into !b
  %t1 = vector.insert_strided_slice %r1, %t0 {offsets = [0, 16], strides = [1, 1]} : !h into !b
  return %t1 : !b
}
func.func @inexact(%x: !b, %z: !b) -> !b {
  %c = arith.constant dense<0.1> : !f
  %x0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %x1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %w0 = arith.extf %x0 : !h to !f
  %w1 = arith.extf %x1 : !h to !f
  %m0 = arith.maximumf %w0, %c : !f
  %m1 = arith.maximumf %w1, %c : !f
  %r0 = arith.truncf %m0 : !f to !h
  %r1 = arith.truncf %m1 : !f to !h
  %t0 = vector.insert_strided_slice %r0, %z {offsets = [0, 0], strides = [1, 1]} : !h into !b
  %t1 = vector.insert_strided_slice %r1, %t0 {offsets = [0, 16], strides = [1, 1]} : !h into !b
  return %t1 : !b
}

// Masked sign bits, and conversions from integers to floats.
// CHECK-LABEL: func @widened
// CHECK: matrix.tcvtw {{.*}}form = "i32.u8"
// CHECK-NOT: matrix.tand
// CHECK: matrix.tcvtw {{.*}}form = "f32.u8"
// CHECK: matrix.tcvtw {{.*}}form = "f32.i8"
// CHECK-NOT: matrix.tcvt %
func.func @widened(%x: !i) -> (!w, !f, !f) {
  %mask = arith.constant dense<255> : !w
  %q = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !i to !q
  %s = arith.extsi %q : !q to !w
  %u = arith.andi %s, %mask : !w
  %f = arith.sitofp %u : !w to !f
  %g = arith.sitofp %s : !w to !f
  return %u, %f, %g : !w, !f, !f
}

// A final addition: the result blocks replace those of the second
// operand, which the instruction reads. No match if that operand has other users.
// CHECK-LABEL: func @residual(
// CHECK-SAME: , %[[X:[^:,]*]]: vector<16x32xbf16>)
// CHECK: %[[R0:.*]] = matrix.tposta %[[X]], %{{.*}} {q = 0
// CHECK: matrix.tposta %[[R0]], %{{.*}} {q = 1
// CHECK-NOT: matrix.tcvt
// CHECK-LABEL: func @needed
// CHECK-NOT: matrix.tposta
func.func @residual(%a: !f, %b: !f, %x: !b) -> !b {
  %zero = arith.constant dense<0.0> : !b
  %lo = arith.constant dense<-1.0> : !f
  %hi = arith.constant dense<1.0> : !f
  %two = arith.constant dense<2.0> : !f
  %half = arith.constant dense<0.5> : !f
  %x0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %x1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %w0 = arith.extf %x0 : !h to !f
  %w1 = arith.extf %x1 : !h to !f
  %s0 = arith.mulf %a, %two : !f
  %s1 = arith.mulf %b, %two : !f
  %v0 = arith.mulf %w0, %half : !f
  %v1 = arith.mulf %w1, %half : !f
  %p0 = arith.addf %s0, %v0 : !f
  %p1 = arith.addf %s1, %v1 : !f
  %m0 = arith.maximumf %p0, %lo : !f
  %m1 = arith.maximumf %p1, %lo : !f
  %n0 = arith.minimumf %m0, %hi : !f
  %n1 = arith.minimumf %m1, %hi : !f
  %r0 = arith.truncf %n0 : !f to !h
  %r1 = arith.truncf %n1 : !f to !h
  %t0 = vector.insert_strided_slice %r0, %zero {offsets = [0, 0], strides = [1, 1]} : !h into !b
  %t1 = vector.insert_strided_slice %r1, %t0 {offsets = [0, 16], strides = [1, 1]} : !h into !b
  return %t1 : !b
}
func.func @needed(%a: !f, %b: !f, %x: !b) -> (!b, !b) {
  %zero = arith.constant dense<0.0> : !b
  %lo = arith.constant dense<-1.0> : !f
  %hi = arith.constant dense<1.0> : !f
  %two = arith.constant dense<2.0> : !f
  %half = arith.constant dense<0.5> : !f
  %x0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %x1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !h
  %w0 = arith.extf %x0 : !h to !f
  %w1 = arith.extf %x1 : !h to !f
  %s0 = arith.mulf %a, %two : !f
  %s1 = arith.mulf %b, %two : !f
  %v0 = arith.mulf %w0, %half : !f
  %v1 = arith.mulf %w1, %half : !f
  %p0 = arith.addf %s0, %v0 : !f
  %p1 = arith.addf %s1, %v1 : !f
  %m0 = arith.maximumf %p0, %lo : !f
  %m1 = arith.maximumf %p1, %lo : !f
  %n0 = arith.minimumf %m0, %hi : !f
  %n1 = arith.minimumf %m1, %hi : !f
  %r0 = arith.truncf %n0 : !f to !h
  %r1 = arith.truncf %n1 : !f to !h
  %t0 = vector.insert_strided_slice %r0, %zero {offsets = [0, 0], strides = [1, 1]} : !h into !b
  %t1 = vector.insert_strided_slice %r1, %t0 {offsets = [0, 16], strides = [1, 1]} : !h into !b
  return %t1, %x : !b, !b
}
