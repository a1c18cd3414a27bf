// Functions without an instruction are rewritten to other functions, those of f32 only. test/Python/Numerics/test_functions.py has their
// errors.
//
// RUN: matrix-opt %s --matrix-legalize-vectors | FileCheck %s

!f = vector<16x16xf32>

// CHECK-LABEL: func @log1p
// CHECK: %[[U:.*]] = arith.addf %[[X:.*]], %{{.*}} : vector<16x16xf32>
// CHECK: %[[LOG:.*]] = math.log %[[U]]
// CHECK: %[[LESS:.*]] = arith.subf %[[U]],
// CHECK: %[[RATIO:.*]] = arith.divf %[[X]], %[[LESS]]
// CHECK: arith.mulf %[[LOG]], %[[RATIO]]
// CHECK-NOT: math.log1p
func.func @log1p(%x: !f) -> !f {
  %0 = math.log1p %x : !f
  return %0 : !f
}

// CHECK-LABEL: func @expm1
// CHECK: %[[U:.*]] = math.exp
// CHECK: math.log %[[U]]
// CHECK-NOT: math.expm1
func.func @expm1(%x: !f) -> !f {
  %0 = math.expm1 %x : !f
  return %0 : !f
}

// CHECK-LABEL: func @hyperbolic
// CHECK-NOT: math.{{sinh|cosh|asinh|acosh|atanh|expm1|log1p}}
func.func @hyperbolic(%x: !f) -> !f {
  %0 = math.sinh %x : !f
  %1 = math.cosh %0 : !f
  %2 = math.asinh %1 : !f
  %3 = math.acosh %2 : !f
  %4 = math.atanh %3 : !f
  return %4 : !f
}

// Powers of two are built as bits.
// CHECK-LABEL: func @powers
// CHECK: math.exp
// CHECK: arith.shli
// CHECK: arith.bitcast
// CHECK: math.log
// CHECK: arith.shli
// CHECK: arith.cmpf oeq
// CHECK-NOT: math.{{exp2|log2}}
func.func @powers(%x: !f) -> !f {
  %0 = math.exp2 %x : !f
  %1 = math.log2 %0 : !f
  return %1 : !f
}

// CHECK-LABEL: func @others
// CHECK: math.sin
// CHECK: math.cos
// CHECK: arith.divf
// CHECK: math.floor
// CHECK-NOT: math.{{tan|round }}
func.func @others(%x: !f) -> !f {
  %0 = math.tan %x : !f
  %1 = math.round %0 : !f
  return %1 : !f
}

// CHECK-LABEL: func @fractional
// CHECK: math.log
// CHECK: math.exp
// CHECK-NOT: math.powf
func.func @fractional(%x: !f) -> !f {
  %y = arith.constant dense<1.7> : !f
  %0 = math.powf %x, %y : !f
  return %0 : !f
}

// The logarithm is the sum of two numbers for computed exponents and large constant ones, whose sign is known.
// CHECK-LABEL: func @power
// CHECK: math.absf
// CHECK-NOT: math.log
// CHECK: math.fma
// CHECK: math.exp
// CHECK: arith.ori
// CHECK-NOT: math.powf
func.func @power(%x: !f, %y: !f) -> !f {
  %0 = math.powf %x, %y : !f
  return %0 : !f
}

// CHECK-LABEL: func @constant
// CHECK-NOT: {{math.powf|arith.ori}}
// CHECK: math.exp
// CHECK-NOT: {{math.powf|arith.ori}}
// CHECK: return
func.func @constant(%x: !f) -> !f {
  %y = arith.constant dense<7.7> : !f
  %0 = math.powf %x, %y : !f
  return %0 : !f
}

// CHECK-LABEL: func @integral
// CHECK-COUNT-2: math.exp
// CHECK-NOT: math.{{f?pow}}
func.func @integral(%x: !f) -> (!f, !f) {
  %y = arith.constant dense<6.0> : !f
  %n = arith.constant dense<-21> : vector<16x16xi32>
  %0 = math.powf %x, %y : !f
  %1 = math.fpowi %x, %n : !f, vector<16x16xi32>
  return %0, %1 : !f, !f
}

// Quotients of any two numbers take 12 steps; that by a number from 1 on takes 6, by a power of two less.
// CHECK-LABEL: func @remainder
// CHECK-COUNT-12: arith.divf
// CHECK-NOT: arith.{{divf|remf}}
func.func @remainder(%x: !f, %y: !f) -> !f {
  %0 = arith.remf %x, %y : !f
  return %0 : !f
}

// CHECK-LABEL: func @remainder_by_constants
// CHECK-COUNT-8: arith.divf
// CHECK-NOT: arith.{{divf|remf}}
func.func @remainder_by_constants(%x: !f) -> (!f, !f) {
  %y = arith.constant dense<-3.0> : !f
  %z = arith.constant dense<1.0> : !f
  %0 = arith.remf %x, %y : !f
  %1 = arith.remf %x, %z : !f
  return %0, %1 : !f, !f
}

// Angles of points.
// CHECK-LABEL: func @angles
// CHECK: arith.minimumf
// CHECK: arith.maximumf
// CHECK: arith.divf
// CHECK-COUNT-8: math.fma
// CHECK: math.sqrt
// CHECK: math.sqrt
// CHECK-NOT: math.{{atan|asin|acos}}
func.func @angles(%x: !f, %y: !f) -> !f {
  %0 = math.atan2 %y, %x : !f
  %1 = math.asin %0 : !f
  %2 = math.acos %1 : !f
  %3 = math.atan %2 : !f
  return %3 : !f
}

// CHECK-LABEL: func @complement
// CHECK: math.erf
// CHECK: math.exp
// CHECK-NOT: math.erfc
func.func @complement(%x: !f) -> !f {
  %0 = math.erfc %x : !f
  return %0 : !f
}

// NaN as an exponent has no formula.
// CHECK-LABEL: func @kept
// CHECK: math.powf
func.func @kept(%x: !f) -> !f {
  %y = arith.constant dense<0x7FC00000> : !f
  %0 = math.powf %x, %y : !f
  return %0 : !f
}
