// Operations generated from the description: one per base mnemonic, overloaded on types.
//
// RUN: matrix-opt %s | matrix-opt | FileCheck %s

!f32 = vector<16x16xf32>
!i32 = vector<16x16xi32>
!bf16 = vector<16x32xbf16>
!i8 = vector<16x64xi8>
!mem = memref<64x64xf32, #matrix.space<scratchpad>>

// CHECK-LABEL: func @values
func.func @values(%f: !f32, %i: !i32, %b: !bf16, %n: !i8, %x: i64) {
  // CHECK: matrix.tadd %{{.*}}, %{{.*}} : (vector<16x16xf32>, vector<16x16xf32>) -> vector<16x16xf32>
  %0 = matrix.tadd %f, %f : (!f32, !f32) -> !f32
  // CHECK: matrix.tadd %{{.*}}, %{{.*}} : (vector<16x16xi32>, vector<16x16xi32>) -> vector<16x16xi32>
  %1 = matrix.tadd %i, %i : (!i32, !i32) -> !i32
  // CHECK: matrix.tmma %{{.*}} : (vector<16x16xf32>, vector<16x32xbf16>, vector<16x32xbf16>) -> vector<16x16xf32>
  %2 = matrix.tmma %f, %b, %b : (!f32, !bf16, !bf16) -> !f32
  // CHECK: matrix.tmma %{{.*}} {form = "i32.u8"}
  %3 = matrix.tmma %i, %n, %n {form = "i32.u8"} : (!i32, !i8, !i8) -> !i32
  // CHECK: matrix.tcvtn %{{.*}} {q = 1 : i64}
  %4 = matrix.tcvtn %b, %f {q = 1} : (!bf16, !f32) -> !bf16
  // CHECK: matrix.tzero : vector<16x64xi8>
  %5 = matrix.tzero : !i8
  // CHECK: matrix.tmaskr %{{.*}} : (vector<16x64xi8>, vector<16x64xi8>, i64) -> vector<16x64xi8>
  %6 = matrix.tmaskr %5, %n, %x : (!i8, !i8, i64) -> !i8
  return
}

// CHECK-LABEL: func @memory
func.func @memory(%m: !mem, %line: memref<64xf32, #matrix.space<scratchpad>>, %i: index) {
  // CHECK: matrix.tld %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x64xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %0 = matrix.tld %m[%i, %i] : !mem -> !f32
  // CHECK: matrix.tld %{{.*}}[%{{.*}}] {broadcast} : memref<64xf32, #matrix.space<scratchpad>> -> vector<16x16xf32>
  %1 = matrix.tld %line[%i] {broadcast} : memref<64xf32, #matrix.space<scratchpad>> -> !f32
  // CHECK: matrix.tst %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : vector<16x16xf32>, memref<64x64xf32, #matrix.space<scratchpad>>
  matrix.tst %1, %m[%i, %i] : !f32, !mem
  return
}
