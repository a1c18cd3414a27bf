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

// CHECK-LABEL: func @fused
// CHECK: math.fma {{.*}} : f64
// CHECK: arith.truncf %{{.*}} : f64 to f8E5M2
func.func @fused(%x: f8E5M2) -> f8E5M2 {
  %a = math.fma %x, %x, %x : f8E5M2
  return %a : f8E5M2
}
