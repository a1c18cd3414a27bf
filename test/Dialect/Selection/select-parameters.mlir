// Parameter operands, whose rows the semantics read, are assembled from values of the
// program: tiles of equal rows, and constants as bits of words.
//
// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>
!n = vector<16x64xi8>
#row = affine_map<(d0) -> (0, d0)>
!bias = memref<16xi32, #matrix.space<scratchpad>>
!scale = memref<16xf32, #matrix.space<scratchpad>>

// Rows 4 to 7 of the parameters are for column block 1: bias, scale, unused,
// and the bytes -128, 127 above zero point 0.
// CHECK-LABEL: func @quantize
// CHECK-DAG: %[[BIAS:.*]] = matrix.tld %arg2{{.*}} {broadcast}
// CHECK-DAG: %[[SCALE:.*]] = matrix.tld %arg3{{.*}} {broadcast}
// CHECK-DAG: %[[WORDS:.*]] = arith.bitcast %[[SCALE]]
// CHECK-DAG: arith.constant 8355840
// CHECK: %[[LATER:.*]] = matrix.tmaskr {{.*}}%[[WORDS]]
// CHECK: %[[ROWS:.*]] = matrix.tmaskr %[[LATER]], %[[BIAS]]
// CHECK: matrix.tpost %arg1, %arg0, %[[ROWS]] {form = "i8.i32", q = 1 : i64}
// CHECK-NEXT: return
func.func @quantize(%acc: !i, %to: !n, %b: !bias, %s: !scale) -> !n {
  %c0 = arith.constant 0 : index
  %p = arith.constant 0 : i32
  %q = arith.constant 0.0 : f32
  %low = arith.constant dense<-128> : !i
  %high = arith.constant dense<127> : !i
  %bias = vector.transfer_read %b[%c0], %p {in_bounds = [true, true], permutation_map = #row} : !bias, !i
  %scale = vector.transfer_read %s[%c0], %q {in_bounds = [true, true], permutation_map = #row} : !scale, !f
  %0 = arith.addi %bias, %acc : !i
  %1 = arith.sitofp %0 : !i to !f
  %2 = arith.mulf %1, %scale : !f
  %3 = math.roundeven %2 : !f
  %4 = arith.fptosi %3 : !f to !i
  %5 = arith.maxsi %4, %low : !i
  %6 = arith.minsi %5, %high : !i
  %7 = arith.trunci %6 : !i to vector<16x16xi8>
  %r = vector.insert_strided_slice %7, %to {offsets = [0, 16], strides = [1, 1]} : vector<16x16xi8> into !n
  return %r : !n
}

// A conversion alone is not selected to the output stage.
// CHECK-LABEL: func @narrow
// CHECK-NEXT: matrix.tcvtn
// CHECK-NEXT: return
func.func @narrow(%acc: !i, %to: !n) -> !n {
  %low = arith.constant dense<-128> : !i
  %high = arith.constant dense<127> : !i
  %5 = arith.maxsi %acc, %low : !i
  %6 = arith.minsi %5, %high : !i
  %7 = arith.trunci %6 : !i to vector<16x16xi8>
  %r = vector.insert_strided_slice %7, %to {offsets = [0, 16], strides = [1, 1]} : vector<16x16xi8> into !n
  return %r : !n
}

// A scale that differs between rows is not a parameter.
// CHECK-LABEL: func @other_scale
// CHECK: matrix.tmul
// CHECK-NOT: matrix.tpost
// CHECK: return
func.func @other_scale(%acc: !i, %to: !n, %scale: !f) -> !n {
  %low = arith.constant dense<-128> : !i
  %high = arith.constant dense<127> : !i
  %1 = arith.sitofp %acc : !i to !f
  %2 = arith.mulf %1, %scale : !f
  %3 = math.roundeven %2 : !f
  %4 = arith.fptosi %3 : !f to !i
  %5 = arith.maxsi %4, %low : !i
  %6 = arith.minsi %5, %high : !i
  %7 = arith.trunci %6 : !i to vector<16x16xi8>
  %r = vector.insert_strided_slice %7, %to {offsets = [0, 16], strides = [1, 1]} : vector<16x16xi8> into !n
  return %r : !n
}
