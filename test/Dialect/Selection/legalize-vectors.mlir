// Operations without an instruction are rewritten to operations with one.
//
// RUN: matrix-opt %s --matrix-legalize-vectors | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!b = vector<16x32xbf16>
!bb = vector<16x16xbf16>

// CHECK-LABEL: func @stays
// CHECK-NEXT: math.absf
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: math.rsqrt
// CHECK-NEXT: return
func.func @stays(%x: !f) -> !f {
  %0 = math.absf %x : !f
  %1 = arith.maximumf %0, %x : !f
  %2 = math.rsqrt %1 : !f
  return %2 : !f
}

// Not a tile shape: unchanged.
// CHECK-LABEL: func @scalars
// CHECK-NEXT: arith.negf
// CHECK-NEXT: arith.maxnumf
// CHECK-NEXT: arith.cmpf
// CHECK-NEXT: arith.select
func.func @scalars(%x: f32, %v: vector<4xf32>) -> (f32, vector<4xf32>) {
  %0 = arith.negf %x : f32
  %1 = arith.maxnumf %v, %v : vector<4xf32>
  %c = arith.cmpf ugt, %v, %1 : vector<4xf32>
  %2 = arith.select %c, %v, %1 : vector<4xi1>, vector<4xf32>
  return %0, %2 : f32, vector<4xf32>
}

// CHECK-LABEL: func @signs
// CHECK: %[[Z:.*]] = arith.constant dense<-0.000000e+00>
// CHECK: arith.subf %[[Z]], %arg0
// CHECK: %[[L:.*]] = arith.constant dense<2147483647>
// CHECK: arith.andi %{{.*}}, %[[L]]
// CHECK: arith.ori
func.func @signs(%x: !f, %y: !f) -> (!f, !f) {
  %0 = arith.negf %x : !f
  %1 = math.copysign %x, %y : !f
  return %0, %1 : !f, !f
}

// CHECK-LABEL: func @rounding
// CHECK: math.floor
// CHECK: %[[W:.*]] = arith.bitcast %{{.*}} : vector<16x16xi32> to vector<16x16xf32>
// CHECK: %[[R:.*]] = math.roundeven %[[W]]
// CHECK: arith.fptosi %[[R]]
func.func @rounding(%x: !f) -> (!f, !i) {
  %0 = math.ceil %x : !f
  %1 = arith.fptosi %x : !f to !i
  return %0, %1 : !f, !i
}

// CHECK-LABEL: func @powers
// CHECK: %[[S:.*]] = arith.mulf %arg0, %arg0
// CHECK: %[[C:.*]] = arith.mulf %arg0, %[[S]]
// The root of -infinity is NaN, and that of -0 is -0; the power is +infinity and +0.
// CHECK: arith.cmpf oeq, %arg0, %{{.*}}
// CHECK: %[[P:.*]] = arith.addf %arg0, %{{.*}}
// CHECK: %[[R:.*]] = math.sqrt %[[P]]
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[R]]
// CHECK: arith.divf %{{.*}}, %[[S]]
func.func @powers(%x: !f) -> (!f, !f, !f) {
  %three = arith.constant dense<3> : !i
  %half = arith.constant dense<0.5> : !f
  %minus = arith.constant dense<-2.0> : !f
  %0 = math.fpowi %x, %three : !f, !i
  %1 = math.powf %x, %half : !f
  %2 = math.powf %x, %minus : !f
  return %0, %1, %2 : !f, !f, !f
}

// maxnum with a constant operand, which is not NaN.
// CHECK-LABEL: func @numbers
// CHECK: %[[M:.*]] = arith.maximumf %arg0, %{{.*}}
// CHECK: %[[E:.*]] = arith.cmpf oeq, %arg0, %arg0
// CHECK: arith.select %{{.*}}, %[[M]], %{{.*}} : vector<16x16xi1>
// CHECK: arith.cmpf oeq, %arg1, %arg1
func.func @numbers(%x: !f, %y: !f) -> (!f, !f) {
  %zero = arith.constant dense<0.0> : !f
  %0 = arith.maxnumf %x, %zero : !f
  %1 = arith.minnumf %x, %y : !f
  return %0, %1 : !f, !f
}

// A single block is computed in a tile.
// CHECK-LABEL: func @block
// CHECK: %[[H:.*]] = arith.truncf
// CHECK: %[[T:.*]] = vector.insert_strided_slice %[[H]]
// CHECK: %[[P:.*]] = vector.extract_strided_slice %[[T]]
// CHECK: arith.extf %[[P]]
func.func @block(%x: !f) -> !f {
  %0 = arith.truncf %x : !f to !bb
  %1 = arith.extf %0 : !bb to !f
  return %1 : !f
}

// All blocks of a tile are merged into one tile operation; one of them is widened before.
// CHECK-LABEL: func @copies
// CHECK: %[[P:.*]] = vector.extract_strided_slice %arg0
// CHECK: %[[W:.*]] = arith.extf %[[P]]
// CHECK: %[[N:.*]] = arith.truncf %[[W]]
// CHECK: %[[R:.*]] = vector.insert_strided_slice %[[N]], %arg1
// CHECK: return %arg0, %[[R]]
func.func @copies(%x: !b, %y: !b) -> (!b, !b) {
  %0 = vector.extract_strided_slice %x {offsets = [0, 0], sizes = [16, 16], strides = [1, 1]} : !b to !bb
  %1 = vector.extract_strided_slice %x {offsets = [0, 16], sizes = [16, 16], strides = [1, 1]} : !b to !bb
  %2 = vector.insert_strided_slice %0, %y {offsets = [0, 0], strides = [1, 1]} : !bb into !b
  %3 = vector.insert_strided_slice %1, %2 {offsets = [0, 16], strides = [1, 1]} : !bb into !b
  %4 = vector.insert_strided_slice %1, %y {offsets = [0, 0], strides = [1, 1]} : !bb into !b
  return %3, %4 : !b, !b
}

// A block of other rows is read than the inserted one.
// CHECK-LABEL: func @rows
// CHECK: %[[ONES:.*]] = arith.constant
// CHECK: vector.insert_strided_slice %arg0, %[[ONES]]
func.func @rows(%x: vector<8x16xf32>) -> vector<8x16xf32> {
  %ones = arith.constant dense<1.0> : !f
  %0 = vector.insert_strided_slice %x, %ones {offsets = [0, 0], strides = [1, 1]} : vector<8x16xf32> into !f
  %1 = vector.extract_strided_slice %0 {offsets = [8, 0], sizes = [8, 16], strides = [1, 1]} : !f to vector<8x16xf32>
  return %1 : vector<8x16xf32>
}
