// RUN: matrix-opt %s -matrix-legalize | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A count of truth values: 8 of one bit, and the initial number, fit 32 bits. The result is extended.
// CHECK-LABEL: func @count
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<4x8xi1>) outs(%{{.*}} : tensor<4xi32>)
// CHECK: arith.extui %{{.*}} : i1 to i32
// CHECK: arith.addi %{{.*}} : i32
// CHECK: arith.extsi %{{.*}} : i32 to i64
func.func @count(%t: tensor<4x8xi1>) -> tensor<4xi64> {
  %c7 = arith.constant 7 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%c7 : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi1>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i1, %o: i64):
    %w = arith.extui %x : i1 to i64
    %s = arith.addi %w, %o : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// Sums of 8 integers of 32 bits may not fit.
// CHECK-LABEL: func @wide
// CHECK: arith.extsi %{{.*}} : i32 to i64
// CHECK: arith.addi %{{.*}} : i64
func.func @wide(%t: tensor<4x8xi32>) -> tensor<4xi64> {
  %c0 = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%c0 : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi32>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i32, %o: i64):
    %w = arith.extsi %x : i32 to i64
    %s = arith.addi %w, %o : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// Nor does the initial value of a tensor.
// CHECK-LABEL: func @unknown
// CHECK: arith.addi %{{.*}} : i64
func.func @unknown(%t: tensor<4x8xi1>, %f: tensor<4xi64>) -> tensor<4xi64> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi1>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i1, %o: i64):
    %w = arith.extui %x : i1 to i64
    %s = arith.addi %w, %o : i64
    linalg.yield %s : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// An operation of assertions has no result.
// CHECK-LABEL: func @assertions
// CHECK: cf.assert
func.func @assertions(%t: tensor<4xi64>) {
  %c4 = arith.constant 4 : i64
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t : tensor<4xi64>) {
  ^bb0(%x: i64):
    %c = arith.cmpi ult, %x, %c4 : i64
    cf.assert %c, "index out of range"
    linalg.yield
  }
  return
}
