// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-legalize))' | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A maximum of i8 is one of i32; the result and the initial number keep their values.
// CHECK-LABEL: func.func @maximum
// CHECK-DAG: arith.constant -100 : i32
// CHECK: %[[MAX:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<40x50xi8>) outs(%{{.*}} : tensor<40xi32>)
// CHECK: arith.extsi %{{.*}} : i8 to i32
// CHECK-NEXT: arith.maxsi %{{.*}} : i32
// CHECK: linalg.generic {{.*}} ins(%[[MAX]] : tensor<40xi32>) outs(%{{.*}} : tensor<40xi8>)
// CHECK: arith.trunci %{{.*}} : i32 to i8
func.func @maximum(%x: tensor<40x50xi8>) -> tensor<40xi8> {
  %c = arith.constant -100 : i8
  %e = tensor.empty() : tensor<40xi8>
  %f = linalg.fill ins(%c : i8) outs(%e : tensor<40xi8>) -> tensor<40xi8>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<40x50xi8>) outs(%f : tensor<40xi8>) {
  ^bb0(%a: i8, %o: i8):
    %m = arith.maxsi %a, %o : i8
    linalg.yield %m : i8
  } -> tensor<40xi8>
  return %r : tensor<40xi8>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Unsigned numbers, from initial numbers that are an argument.
// CHECK-LABEL: func.func @unsigned
// CHECK: arith.extui %{{.*}} : i16 to i32
// CHECK: arith.extui %{{.*}} : i16 to i32
// CHECK-NEXT: arith.minui %{{.*}} : i32
func.func @unsigned(%x: tensor<40x50xi16>, %f: tensor<40xi16>) -> tensor<40xi16> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<40x50xi16>) outs(%f : tensor<40xi16>) {
  ^bb0(%a: i16, %o: i16):
    %m = arith.minui %a, %o : i16
    linalg.yield %m : i16
  } -> tensor<40xi16>
  return %r : tensor<40xi16>
}

// -----

#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

// A product modulo 2^8 is a contraction of i8 into i32.
// CHECK-LABEL: func.func @product
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<8x16xi8>, tensor<16x4xi8>) outs(%{{.*}} : tensor<8x4xi32>)
// CHECK: arith.extsi
// CHECK-NEXT: arith.extsi
// CHECK-NEXT: arith.muli %{{.*}} : i32
// CHECK-NEXT: arith.addi %{{.*}} : i32
func.func @product(%a: tensor<8x16xi8>, %b: tensor<16x4xi8>) -> tensor<8x4xi8> {
  %c = arith.constant 0 : i8
  %e = tensor.empty() : tensor<8x4xi8>
  %f = linalg.fill ins(%c : i8) outs(%e : tensor<8x4xi8>) -> tensor<8x4xi8>
  %r = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x16xi8>, tensor<16x4xi8>) outs(%f : tensor<8x4xi8>) {
  ^bb0(%x: i8, %y: i8, %o: i8):
    %p = arith.muli %x, %y : i8
    %s = arith.addi %o, %p : i8
    linalg.yield %s : i8
  } -> tensor<8x4xi8>
  return %r : tensor<8x4xi8>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Truth values are not numbers.
// CHECK-LABEL: func.func @truth
// CHECK-NOT: i32
// CHECK: return
func.func @truth(%x: tensor<40x50xi1>, %f: tensor<40xi1>) -> tensor<40xi1> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<40x50xi1>) outs(%f : tensor<40xi1>) {
  ^bb0(%a: i1, %o: i1):
    %m = arith.maxui %a, %o : i1
    linalg.yield %m : i1
  } -> tensor<40xi1>
  return %r : tensor<40xi1>
}
