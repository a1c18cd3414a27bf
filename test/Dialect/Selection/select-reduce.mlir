// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s

!f = vector<16x16xf32>
!i = vector<16x16xi32>

// CHECK-LABEL: func @rows
// CHECK-NEXT: matrix.trsum %arg0
// CHECK-NEXT: matrix.trmax %arg0
func.func @rows(%a: !f) -> (!f, !f) {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %low = arith.constant dense<0xFF800000> : vector<16xf32>
  %0 = vector.multi_reduction <add>, %a, %zero [1] : !f to vector<16xf32>
  %1 = vector.broadcast %0 : vector<16xf32> to !f
  %2 = vector.transpose %1, [1, 0] : !f to !f
  // The same with shapes of one column.
  %3 = vector.multi_reduction <maximumf>, %a, %low [1] : !f to vector<16xf32>
  %4 = vector.shape_cast %3 : vector<16xf32> to vector<16x1xf32>
  %5 = vector.broadcast %4 : vector<16x1xf32> to !f
  return %2, %5 : !f, !f
}

// CHECK-LABEL: func @columns
// CHECK-NEXT: matrix.tcsum %arg0
// CHECK-NEXT: matrix.tcmax %arg0
func.func @columns(%a: !i) -> (!i, !i) {
  %zero = arith.constant dense<0> : vector<16xi32>
  %low = arith.constant dense<-2147483648> : vector<16xi32>
  %0 = vector.multi_reduction <add>, %a, %zero [0] : !i to vector<16xi32>
  %1 = vector.broadcast %0 : vector<16xi32> to !i
  %2 = vector.multi_reduction <maxsi>, %a, %low [0] : !i to vector<16xi32>
  %3 = vector.broadcast %2 : vector<16xi32> to !i
  return %1, %3 : !i, !i
}

// Minimum as a negated maximum; NaN elements are replaced for maxnum and minnum.
// CHECK-LABEL: func @others
// CHECK: %[[N:.*]] = matrix.tsub %{{.*}}, %arg0
// CHECK: %[[M:.*]] = matrix.trmax %[[N]]
// CHECK: matrix.tsub %{{.*}}, %[[M]]
// CHECK: %[[E:.*]] = matrix.tceq %arg0, %arg0
// CHECK: %[[S:.*]] = matrix.tsel %[[E]], %arg0, %{{.*}}
// CHECK: matrix.trmax %[[S]]
func.func @others(%a: !f) -> (!f, !f) {
  %high = arith.constant dense<0x7F800000> : vector<16xf32>
  %nan = arith.constant dense<0xFFC00000> : vector<16xf32>
  %0 = vector.multi_reduction <minimumf>, %a, %high [1] : !f to vector<16xf32>
  %1 = vector.broadcast %0 : vector<16xf32> to !f
  %2 = vector.transpose %1, [1, 0] : !f to !f
  %3 = vector.multi_reduction <maxnumf>, %a, %nan [1] : !f to vector<16xf32>
  %4 = vector.broadcast %3 : vector<16xf32> to !f
  %5 = vector.transpose %4, [1, 0] : !f to !f
  return %2, %5 : !f, !f
}
