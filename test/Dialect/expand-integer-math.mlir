// RUN: matrix-opt %s --matrix-expand-integer-math | FileCheck %s

// CHECK-LABEL: func @magnitude
// CHECK: %[[ZERO:.*]] = arith.constant 0 : i8
// CHECK: %[[N:.*]] = arith.subi %[[ZERO]], %[[X:.*]] : i8
// CHECK: arith.maxsi %[[X]], %[[N]] : i8
// CHECK-NOT: math.absi
func.func @magnitude(%x: i8) -> i8 {
  %y = math.absi %x : i8
  return %y : i8
}
