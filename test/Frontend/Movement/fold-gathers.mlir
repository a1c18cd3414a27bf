// RUN: matrix-opt %s -matrix-fold-gathers | FileCheck %s

#id = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>

// CHECK-DAG: #[[$REVERSED:.*]] = affine_map<(d0) -> (-d0 + 4)>
// CHECK-DAG: #[[$MOVED:.*]] = affine_map<(d0, d1) -> (-d1 + 5, d0)>
// CHECK-LABEL: func @offset
// CHECK: %[[S:.*]] = tensor.extract_slice %arg0[8] [64] [1]
// CHECK: linalg.generic {{.*}} ins(%[[S]] : tensor<64xf32>)
// CHECK-NOT: tensor.extract
func.func @offset(%t: tensor<100xf32>) -> tensor<64xf32> {
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.addi %i, %c8 : index
    %x = tensor.extract %t[%n] : tensor<100xf32>
    linalg.yield %x : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// A column block, by way of a tensor of indices with a wrap of negative ones.
// CHECK-LABEL: func @columns
// CHECK: %[[M:.*]] = tensor.expand_shape %arg0 {{.*}} : tensor<96xf32> into tensor<8x12xf32>
// CHECK: %[[S:.*]] = tensor.extract_slice %[[M]][0, 4] [8, 4] [1, 1]
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<32xf32>)
// CHECK-NOT: i64
// CHECK: return
func.func @columns(%t: tensor<96xf32>) -> tensor<32xf32> {
  %c0 = arith.constant 0 : i64
  %c4 = arith.constant 4 : i64
  %c12 = arith.constant 12 : i64
  %c96 = arith.constant 96 : i64
  %ie = tensor.empty() : tensor<8x4xi64>
  %n = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%ie : tensor<8x4xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ii = arith.index_cast %i : index to i64
    %jj = arith.index_cast %j : index to i64
    %row = arith.muli %ii, %c12 : i64
    %at = arith.addi %row, %jj : i64
    %shifted = arith.addi %at, %c4 : i64
    linalg.yield %shifted : i64
  } -> tensor<8x4xi64>
  %flat = tensor.collapse_shape %n [[0, 1]] : tensor<8x4xi64> into tensor<32xi64>
  %e = tensor.empty() : tensor<32xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%flat : tensor<32xi64>) outs(%e : tensor<32xf32>) {
  ^bb0(%k: i64, %o: f32):
    %negative = arith.cmpi slt, %k, %c0 : i64
    %wrapped = arith.addi %k, %c96 : i64
    %s = arith.select %negative, %wrapped, %k : i64
    %at = arith.index_cast %s : i64 to index
    %x = tensor.extract %t[%at] : tensor<96xf32>
    linalg.yield %x : f32
  } -> tensor<32xf32>
  return %r : tensor<32xf32>
}

// A transposed and repeated read.
// CHECK-LABEL: func @transposed
// CHECK: tensor.extract_slice {{.*}} [5, 3] [1, 1]
// CHECK: linalg.transpose
// CHECK-SAME: permutation = [1, 0]
func.func @transposed(%t: tensor<5x7xf32>) -> tensor<3x5xf32> {
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<3x5xf32>
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.addi %i, %c2 : index
    %x = tensor.extract %t[%j, %n] : tensor<5x7xf32>
    linalg.yield %x : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// CHECK-LABEL: func @repeated
// CHECK: linalg.broadcast
// CHECK-SAME: dimensions = [0]
func.func @repeated(%t: tensor<7xf32>) -> tensor<3x5xf32> {
  %e = tensor.empty() : tensor<3x5xf32>
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x5xf32>) {
  ^bb0(%o: f32):
    %j = linalg.index 1 : index
    %x = tensor.extract %t[%j] : tensor<7xf32>
    linalg.yield %x : f32
  } -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// Indices that depend on data, leave the tensor, decrease, or are uneven.
// CHECK-LABEL: func @data
// CHECK: tensor.extract %
func.func @data(%t: tensor<7xf32>, %n: tensor<5xindex>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%n : tensor<5xindex>) outs(%e : tensor<5xf32>) {
  ^bb0(%i: index, %o: f32):
    %x = tensor.extract %t[%i] : tensor<7xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func @reversed
// CHECK: linalg.generic {indexing_maps = [#[[$REVERSED]], #{{.*}}ins(%arg0 : tensor<5xf32>)
// CHECK-NOT: tensor.extract %
func.func @reversed(%t: tensor<5xf32>) -> tensor<5xf32> {
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %n = arith.subi %c4, %i : index
    %x = tensor.extract %t[%n] : tensor<5xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// Elements of a transposed and reshaped tensor are those of the tensor before.
// CHECK-LABEL: func @moved
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$MOVED]], #{{.*}}ins(%arg0 : tensor<6x4xf32>)
// CHECK-NOT: tensor.extract %
func.func @moved(%t: tensor<6x4xf32>) -> tensor<4x6xf32> {
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<4x6xf32>
  %m = linalg.transpose ins(%t : tensor<6x4xf32>) outs(%e : tensor<4x6xf32>) permutation = [1, 0]
  %flat = tensor.collapse_shape %m [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %all = tensor.expand_shape %flat [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %r = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x6xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.subi %c5, %j : index
    %x = tensor.extract %all[%i, %n] : tensor<4x6xf32>
    linalg.yield %x : f32
  } -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// CHECK-LABEL: func @uneven
// CHECK: tensor.extract %
func.func @uneven(%t: tensor<12xf32>) -> tensor<5xf32> {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %a = arith.muli %i, %c2 : index
    %n = arith.remui %a, %c5 : index
    %x = tensor.extract %t[%n] : tensor<12xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

// CHECK-LABEL: func @outside
// CHECK: tensor.extract %
func.func @outside(%t: tensor<4xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<5xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %x = tensor.extract %t[%i] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
