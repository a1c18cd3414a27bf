// RUN: matrix-opt %s -matrix-form-fusion-groups='remarks=false' | FileCheck %s
// RUN: matrix-opt %s -matrix-set-target='disable=reassociation' -matrix-form-fusion-groups='remarks=false' | FileCheck %s --check-prefix=ORDERED

#rows = affine_map<(i, j) -> (i, j)>
#none = affine_map<(i, j) -> ()>
#one = affine_map<(i) -> (i)>
#zero = affine_map<(i) -> ()>

// The loop of the columns becomes parallel, and a second operation reduces their sums.
// CHECK-DAG: #[[$ROWS:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$COLUMNS:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func @matrix
// CHECK: linalg.generic {indexing_maps = [#[[$ROWS]], #[[$COLUMNS]]], iterator_types = ["reduction", "parallel"]} ins(%{{.*}} : tensor<200x30xi64>)
// CHECK: } -> tensor<30xi64>
// CHECK: iterator_types = ["reduction"
// CHECK: arith.addi
// CHECK: return
// ORDERED-LABEL: func @matrix
// ORDERED: iterator_types = ["reduction", "reduction"]
func.func @matrix(%a: tensor<200x30xi64>, %b: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#rows, #none], iterator_types = ["reduction", "reduction"]} ins(%a : tensor<200x30xi64>) outs(%b : tensor<i64>) {
  ^bb0(%x: i64, %o: i64):
    %s = arith.addi %x, %o : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}

// Neighbors are independent; the last elements follow.
// CHECK-LABEL: func @vector
// CHECK: ins(%{{.*}}, %{{.*}} : tensor<6007xf64>, tensor<{{.*}}xf64>)
// CHECK: tensor.extract_slice
// CHECK: return
func.func @vector(%a: tensor<6007xf64>, %b: tensor<f64>) -> tensor<f64> {
  %r = linalg.generic {indexing_maps = [#one, #zero], iterator_types = ["reduction"]} ins(%a : tensor<6007xf64>) outs(%b : tensor<f64>) {
  ^bb0(%x: f64, %o: f64):
    %s = arith.addf %x, %o : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %r : tensor<f64>
}

// Bodies that depend on indices, and few elements, remain.
// CHECK-LABEL: func @index
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<6007xi64>)
// CHECK-NOT: linalg.generic
// CHECK-LABEL: func @few
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<5xi64>)
// CHECK-NOT: linalg.generic
func.func @index(%a: tensor<6007xi64>, %b: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#one, #zero], iterator_types = ["reduction"]} ins(%a : tensor<6007xi64>) outs(%b : tensor<i64>) {
  ^bb0(%x: i64, %o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %p = arith.muli %x, %n : i64
    %s = arith.addi %p, %o : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}
func.func @few(%a: tensor<5xi64>, %b: tensor<i64>) -> tensor<i64> {
  %r = linalg.generic {indexing_maps = [#one, #zero], iterator_types = ["reduction"]} ins(%a : tensor<5xi64>) outs(%b : tensor<i64>) {
  ^bb0(%x: i64, %o: i64):
    %s = arith.addi %x, %o : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %r : tensor<i64>
}
