// Reference expansion of each instruction, with the numerics of the description.
//
// RUN: matrix-opt %s --matrix-expand | FileCheck %s
// Selection on the expansion restores instructions without line accesses and without f64.
// RUN: matrix-opt %s --matrix-expand --matrix-select | FileCheck %s --check-prefix=BACK

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!b = vector<16x32xbf16>
!n = vector<16x64xi8>
!s = memref<40x40xf32, #matrix.space<scratchpad>>

// CHECK-LABEL: func @elementwise
// CHECK: arith.addf
// CHECK: math.fma %arg0, %arg0, %arg1
// CHECK: %[[LOW:.*]] = arith.constant dense<31>
// CHECK: %[[COUNT:.*]] = arith.andi %arg2, %[[LOW]]
// CHECK: arith.shli %arg2, %[[COUNT]]
// BACK-LABEL: func @elementwise
// BACK-NEXT: matrix.tadd %arg0, %arg1
// BACK-NEXT: matrix.tfma %arg1, %arg0, %arg0
// BACK-NEXT: matrix.tshl %arg2, %arg2
// BACK-NEXT: return
func.func @elementwise(%x: !f, %y: !f, %i: !i) -> (!f, !f, !i) {
  %0 = matrix.tadd %x, %y : (!f, !f) -> !f
  %1 = matrix.tfma %y, %x, %x : (!f, !f, !f) -> !f
  %2 = matrix.tshl %i, %i : (!i, !i) -> !i
  return %0, %1, %2 : !f, !f, !i
}

// In double, rounded once; a composed operator as one unit.
// CHECK-LABEL: func @wide
// CHECK: %[[W:.*]] = arith.extf %arg0 : vector<16x16xf32> to vector<16x16xf64>
// CHECK: %[[E:.*]] = math.exp %[[W]] : vector<16x16xf64>
// CHECK: arith.truncf %[[E]]
// CHECK: arith.extf
// CHECK: arith.subf %{{.*}} : vector<16x16xf64>
// CHECK: math.exp %{{.*}} : vector<16x16xf64>
// CHECK: arith.addf %{{.*}} : vector<16x16xf64>
// CHECK: arith.divf %{{.*}} : vector<16x16xf64>
// CHECK: arith.truncf
func.func @wide(%x: !f) -> !f {
  %0 = matrix.texp %x : (!f) -> !f
  %1 = matrix.tsigm %0 : (!f) -> !f
  return %1 : !f
}

// CHECK-LABEL: func @masks
// CHECK: %[[C:.*]] = arith.cmpf olt, %arg0, %arg1
// CHECK: %[[M:.*]] = arith.extsi %[[C]]
// CHECK: %[[T:.*]] = arith.cmpi ne, %[[M]]
// CHECK: arith.select %[[T]], %arg0, %arg1
// CHECK: vector.create_mask
// BACK-LABEL: func @masks
// BACK: %[[M:.*]] = matrix.tclt %arg0, %arg1
// BACK: %[[S:.*]] = matrix.tsel %[[M]], %arg0, %arg1
// BACK: matrix.tmaskr %arg0, %[[S]]
func.func @masks(%x: !f, %y: !f, %n: i64) -> !f {
  %m = matrix.tclt %x, %y : (!f, !f) -> !i
  %0 = matrix.tsel %m, %x, %y : (!i, !f, !f) -> !f
  %1 = matrix.tmaskr %x, %0, %n : (!f, !f, i64) -> !f
  return %1 : !f
}

// Rows in sequence, k ascending, with fused multiply-add.
// CHECK-LABEL: func @structured
// CHECK: vector.transpose
// CHECK-COUNT-15: arith.maximumf %{{.*}} : vector<16xf32>
// CHECK: arith.extf %arg1 : vector<16x32xbf16> to vector<16x32xf32>
// CHECK-COUNT-32: vector.outerproduct
func.func @structured(%x: !f, %b: !b) -> !f {
  %0 = matrix.trmax %x : (!f) -> !f
  %1 = matrix.tmma %0, %b, %b : (!f, !b, !b) -> !f
  return %1 : !f
}

// Saturating; NaN becomes 0.
// CHECK-LABEL: func @conversions
// CHECK: %[[R:.*]] = math.roundeven %arg0
// CHECK: arith.cmpf ord, %arg0, %arg0
// CHECK: arith.fptosi
// CHECK: arith.trunci
// CHECK: vector.insert_strided_slice %{{.*}}, %arg1 {offsets = [0, 32]
// CHECK: arith.maxsi
// CHECK: arith.minsi
// BACK-LABEL: func @conversions
// BACK: matrix.tcvtn %{{.*}} {form = "u8.i32", q = 0 : i64}
// BACK: matrix.tcvtw %{{.*}} {form = "i32.u8", q = 3 : i64}
func.func @conversions(%x: !f, %n: !n, %i: !i) -> (!n, !i) {
  %0 = matrix.tcvtn %n, %x {form = "i8.f32", q = 2} : (!n, !f) -> !n
  %1 = matrix.tcvtn %0, %i {form = "u8.i32", q = 0} : (!n, !i) -> !n
  %2 = matrix.tcvtw %1 {form = "i32.u8", q = 3} : (!n) -> !i
  return %1, %2 : !n, !i
}

// The output stage: rows of the parameter tile.
// CHECK-LABEL: func @parameters
// CHECK: vector.extract %{{.*}}[4] : vector<16xf32>
// CHECK: vector.extract %{{.*}}[5] : vector<16xf32>
// CHECK: vector.insert_strided_slice %{{.*}}, %arg0 {offsets = [0, 16]
func.func @parameters(%b: !b, %x: !f, %p: !f) -> !b {
  %0 = matrix.tpost %b, %x, %p {q = 1} : (!b, !f, !f) -> !b
  return %0 : !b
}

// CHECK-LABEL: func @memory
// CHECK: vector.transfer_read %arg0[%arg1, %arg1]{{.*}} : memref<40x40xf32
// CHECK: vector.transfer_read %{{.*}} permutation_map = #{{.*}}} : memref<40x40xf32
// CHECK: vector.transfer_write
// BACK-LABEL: func @memory
// BACK: matrix.tld %arg0[%arg1, %arg1] :
// BACK: matrix.tldt %arg0[%arg1, %arg1] :
// BACK: matrix.tld %arg0[%arg1, %arg1] {broadcast}
// BACK: matrix.tst
func.func @memory(%s: !s, %i: index) -> (!f, !f, !f) {
  %0 = matrix.tld %s[%i, %i] : !s -> !f
  %1 = matrix.tldt %s[%i, %i] : !s -> !f
  %2 = matrix.tld %s[%i, %i] {broadcast} : !s -> !f
  matrix.tst %0, %s[%i, %i] : !f, !s
  return %0, %1, %2 : !f, !f, !f
}

// CHECK-LABEL: func @splats
// CHECK: arith.trunci %arg0 : i64 to i16
// CHECK: arith.bitcast %{{.*}} : i16 to bf16
// CHECK: vector.broadcast %{{.*}} : bf16 to vector<16x32xbf16>
// BACK-LABEL: func @splats
// BACK: matrix.tsplat
// BACK: matrix.tzero
func.func @splats(%x: i64) -> (!b, !n) {
  %0 = matrix.tsplat %x : (i64) -> !b
  %1 = matrix.tzero : !n
  return %0, %1 : !b, !n
}
