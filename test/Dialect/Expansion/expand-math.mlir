// RUN: matrix-opt %s --matrix-expand-math | FileCheck %s

// CHECK-LABEL: func @magnitude
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK: %[[N:.*]] = arith.subi %[[ZERO]], %[[X:.*]] : i8
// CHECK: arith.maxsi %[[X]], %[[N]] : i8
// CHECK-NOT: math.absi
func.func @magnitude(%x: i8) -> i8 {
  %y = math.absi %x : i8
  return %y : i8
}

// CHECK-LABEL: func @clamp
// CHECK-SAME: %[[X:.*]]: f32, %[[LOW:.*]]: f32, %[[HIGH:.*]]: f32
// CHECK: %[[BELOW:.*]] = arith.minimumf %[[X]], %[[HIGH]] : f32
// CHECK: arith.maximumf %[[BELOW]], %[[LOW]] : f32
func.func @clamp(%x: f32, %low: f32, %high: f32) -> f32 {
  %y = math.clampf %x to [%low, %high] : f32
  return %y : f32
}

// The normal range depends on the format; a format without infinities has no infinity check.
// CHECK-LABEL: func @classes
// CHECK: math.absf %{{.*}} : f8E4M3FN
// CHECK: arith.cmpf ogt, %{{.*}} : f8E4M3FN
// CHECK: arith.constant 1.562500e-02 : f8E4M3FN
// CHECK: arith.cmpf oge
// CHECK: arith.cmpf ole
func.func @classes(%x: f8E4M3FN) -> (i1, i1) {
  %a = math.isinf %x : f8E4M3FN
  %b = math.isnormal %x : f8E4M3FN
  return %a, %b : i1, i1
}

// CHECK-LABEL: func @power
// CHECK: math.ipowi %{{.*}}, %{{.*}} : i64
func.func @power(%x: index, %y: index) -> index {
  %a = math.ipowi %x, %y : index
  return %a : index
}

// Maxima are not expanded: the backend has instructions that order -0 below +0.
// CHECK-LABEL: func @divided
// CHECK-NOT: ceildivsi
// CHECK: maximumf
func.func @divided(%x: i32, %y: f32) -> (i32, f32) {
  %a = arith.ceildivsi %x, %x : i32
  %b = arith.maximumf %y, %y : f32
  return %a, %b : i32, f32
}
