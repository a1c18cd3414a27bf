// Integers that f32 cannot represent, and fma, are rounded to odd in f64 before they
// are rounded to a narrow format. Tools/narrow-floats checks values.
//
// RUN: matrix-opt %s --matrix-round-once | FileCheck %s

// CHECK-LABEL: @fits
// CHECK: sitofp %{{.*}} : i32 to f32
// CHECK: sitofp %{{.*}} : i16 to bf16
// CHECK: sitofp %{{.*}} : i32 to f16
func.func @fits(%x: i32, %y: i16) -> (f32, bf16, f16) {
  %0 = arith.sitofp %x : i32 to f32
  %1 = arith.sitofp %y : i16 to bf16
  %2 = arith.sitofp %x : i32 to f16
  return %0, %1, %2 : f32, bf16, f16
}

// CHECK-LABEL: @words
// CHECK: %[[WIDE:.*]] = arith.uitofp %{{.*}} : vector<4xi32> to vector<4xf64>
// CHECK: truncf %[[WIDE]] : vector<4xf64> to vector<4xbf16>
func.func @words(%x: vector<4xi32>) -> vector<4xbf16> {
  %0 = arith.uitofp %x : vector<4xi32> to vector<4xbf16>
  return %0 : vector<4xbf16>
}

// CHECK-LABEL: @long
// CHECK-SAME: (%[[X:.*]]: i64)
// CHECK: %[[CUT:.*]] = arith.andi %{{.*}}, %c-2048_i64 : i64
// CHECK: %[[EXACT:.*]] = arith.cmpi ult
// CHECK: %[[INTEGER:.*]] = arith.select %[[EXACT]], %[[X]], %[[CUT]] : i64
// CHECK: %[[WIDE:.*]] = arith.sitofp %[[INTEGER]] : i64 to f64
// CHECK: truncf %[[WIDE]] : f64 to bf16
func.func @long(%x: i64) -> bf16 {
  %0 = arith.sitofp %x : i64 to bf16
  return %0 : bf16
}

// CHECK-LABEL: @fma
// CHECK: %[[PRODUCT:.*]] = arith.mulf %{{.*}}, %{{.*}} : f64
// CHECK: %[[SUM:.*]] = arith.addf %[[PRODUCT]], %{{.*}} : f64
// CHECK: %[[BITS:.*]] = arith.bitcast %[[SUM]] : f64 to i64
// CHECK: %[[MOVED:.*]] = arith.select %{{.*}}, %{{.*}}, %[[BITS]] : i64
// CHECK: %[[ODD:.*]] = arith.bitcast %[[MOVED]] : i64 to f64
// CHECK: truncf %[[ODD]] : f64 to bf16
func.func @fma(%x: bf16, %y: bf16, %z: bf16) -> bf16 {
  %0 = math.fma %x, %y, %z : bf16
  return %0 : bf16
}
