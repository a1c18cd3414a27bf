// Boolean vectors are folded into their users, or become i32 tiles of all ones or zeros.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!t = vector<16x16xi1>

// CHECK-LABEL: func @direct
// CHECK-NEXT: %[[M:.*]] = matrix.tclt %arg1, %arg0
// CHECK-NEXT: matrix.tsel %[[M]], %arg0, %arg1
func.func @direct(%a: !f, %b: !f) -> !f {
  %m = arith.cmpf ogt, %a, %b : !f
  %0 = arith.select %m, %a, %b : !t, !f
  return %0 : !f
}

// A comparison that is inverted for selection is not inverted again.
// CHECK-LABEL: func @inverted
// CHECK-NEXT: %[[M:.*]] = matrix.tcle %arg0, %arg1
// CHECK-NEXT: matrix.tsel %[[M]], %arg1, %arg0
func.func @inverted(%a: !f, %b: !f) -> !f {
  %m = arith.cmpf ugt, %a, %b : !f
  %0 = arith.select %m, %a, %b : !t, !f
  return %0 : !f
}

// One comparison for both users.
// CHECK-LABEL: func @shared
// CHECK-NEXT: %[[M:.*]] = matrix.tceq
// CHECK-NEXT: matrix.tsel %[[M]]
// CHECK-NEXT: matrix.tsel %[[M]]
// CHECK-NEXT: return
func.func @shared(%a: !f, %b: !f) -> (!f, !f) {
  %m = arith.cmpf oeq, %a, %b : !f
  %0 = arith.select %m, %a, %b : !t, !f
  %1 = arith.select %m, %b, %a : !t, !f
  return %0, %1 : !f, !f
}

// CHECK-LABEL: func @logic
// CHECK-DAG: %[[A:.*]] = matrix.tclt %arg0, %arg1 : (vector<16x16xi32>
// CHECK-DAG: %[[B:.*]] = matrix.tceq %arg0, %arg1
// CHECK: %[[C:.*]] = matrix.tor %[[A]], %[[B]]
// CHECK: matrix.tsel %[[C]], %arg0, %arg1
func.func @logic(%a: !i, %b: !i) -> !i {
  %x = arith.cmpi slt, %a, %b : !i
  %y = arith.cmpi eq, %a, %b : !i
  %m = arith.ori %x, %y : !t
  %0 = arith.select %m, %a, %b : !t, !i
  return %0 : !i
}

// CHECK-LABEL: func @numbers
// CHECK: %[[M:.*]] = matrix.tclt %arg0, %arg1
// CHECK-DAG: %[[ONE:.*]] = matrix.tsplat
// CHECK-DAG: matrix.tand %[[M]], %[[ONE]]
// CHECK-DAG: matrix.tsel %[[M]]
func.func @numbers(%a: !f, %b: !f) -> (!i, !f, !i) {
  %m = arith.cmpf olt, %a, %b : !f
  %0 = arith.extui %m : !t to !i
  %1 = arith.uitofp %m : !t to !f
  %2 = arith.extsi %m : !t to !i
  return %0, %1, %2 : !i, !f, !i
}

// Unsigned order is signed order with the sign bit inverted.
// CHECK-LABEL: func @unsigned
// CHECK-COUNT-2: matrix.txor
// CHECK: matrix.tclt
func.func @unsigned(%a: !i, %b: !i) -> !i {
  %m = arith.cmpi ult, %a, %b : !i
  %0 = arith.select %m, %a, %b : !t, !i
  return %0 : !i
}

// An i32 tile compared with zero is a mask already.
// CHECK-LABEL: func @zero
// CHECK-NEXT: matrix.tsel %arg0, %arg1, %arg1
func.func @zero(%m: !i, %a: !f) -> !f {
  %z = arith.constant dense<0> : !i
  %t = arith.cmpi ne, %m, %z : !i
  %0 = arith.select %t, %a, %a : !t, !f
  return %0 : !f
}

// CHECK-LABEL: func @limits
// CHECK: matrix.tmaskr %arg1, %arg0, %{{.*}} : (vector<16x16xf32>
// CHECK: matrix.tmaskc %{{.*}} : (vector<16x16xf32>
func.func @limits(%a: !f, %b: !f, %r: index, %c: index) -> !f {
  %m = vector.create_mask %r, %c : !t
  %0 = arith.select %m, %a, %b : !t, !f
  return %0 : !f
}

// Columns of a narrow tile.
// CHECK-LABEL: func @narrow
// CHECK: matrix.tmaskc %arg1, %arg0, %{{.*}} : (vector<16x32xbf16>
func.func @narrow(%a: vector<16x32xbf16>, %b: vector<16x32xbf16>, %c: index) -> vector<16x32xbf16> {
  %all = arith.constant 16 : index
  %m = vector.create_mask %all, %c : vector<16x32xi1>
  %0 = arith.select %m, %a, %b : vector<16x32xi1>, vector<16x32xbf16>
  return %0 : vector<16x32xbf16>
}

// CHECK-LABEL: func @narrow_constant
// CHECK: matrix.tmaskc %arg1, %arg0, %{{.*}} : (vector<16x32xbf16>
func.func @narrow_constant(%a: vector<16x32xbf16>, %b: vector<16x32xbf16>) -> vector<16x32xbf16> {
  %m = vector.constant_mask [16, 6] : vector<16x32xi1>
  %0 = arith.select %m, %a, %b : vector<16x32xi1>, vector<16x32xbf16>
  return %0 : vector<16x32xbf16>
}
