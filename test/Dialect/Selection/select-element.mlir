// RUN: matrix-opt %s --matrix-select --matrix-verify-selection | FileCheck %s
// RUN: matrix-opt %s --matrix-select --convert-to-llvm --reconcile-unrealized-casts | FileCheck %s --check-prefix=LLVM

!f = vector<16x16xf32>
!i = vector<16x16xi32>

// Row 2, column 3 of 16.
// CHECK-LABEL: func @float
// CHECK: %[[N:.*]] = arith.constant 35 : i64
// CHECK: %[[X:.*]] = matrix.tget %arg0, %[[N]] : (vector<16x16xf32>, i64) -> f32
// CHECK: return %[[X]]
// LLVM-LABEL: @float
// LLVM: llvm.call @matrix.tget.f32({{.*}}) {{.*}}-> f32
func.func @float(%x: !f) -> f32 {
  %e = vector.extract %x[2, 3] : f32 from !f
  return %e : f32
}

// An integer is returned in a 64-bit register.
// CHECK-LABEL: func @integer
// CHECK: matrix.tget %arg0, %{{.*}} : (vector<16x16xi32>, i64) -> i32
// LLVM-LABEL: @integer
// LLVM: %[[R:.*]] = llvm.call @matrix.tget.i32({{.*}}) {{.*}}-> i64
// LLVM: llvm.trunc %[[R]] : i64 to i32
func.func @integer(%x: !i) -> i32 {
  %e = vector.extract %x[15, 15] : i32 from !i
  return %e : i32
}
