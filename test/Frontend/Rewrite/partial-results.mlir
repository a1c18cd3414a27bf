// RUN: matrix-opt %s -matrix-convert-to-linalg -split-input-file | FileCheck %s

// A part of a result is a slice of its init, if the map is that of a slice.

// CHECK-LABEL: func @row
// CHECK-SAME: %[[X:.*]]: tensor<9xf32>, %[[INIT:.*]]: tensor<4x9xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<9xf32>
// CHECK: %[[DENSE:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<9xf32>) outs(%[[EMPTY]] : tensor<9xf32>)
// CHECK: %[[RESULT:.*]] = tensor.insert_slice %[[DENSE]] into %[[INIT]][2, 0] [1, 9] [1, 1]
// CHECK: return %[[RESULT]]
func.func @row(%x: tensor<9xf32>, %init: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2, i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<9xf32>) outs(%init : tensor<4x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// -----

// CHECK: #[[$REVERSED:.*]] = affine_map<(d0, d1) -> (d0, -d1 + 3)>
// CHECK-LABEL: func @reversed
// CHECK: linalg.generic {indexing_maps = [#{{.*}}, #[[$REVERSED]]]
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[3, 8] [8, 4] [2, 1] : tensor<8x4xf32> into tensor<20x12xf32>
func.func @reversed(%x: tensor<8x4xf32>, %init: tensor<20x12xf32>) -> tensor<20x12xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i * 2 + 3, 11 - j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x4xf32>) outs(%init : tensor<20x12xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<20x12xf32>
  return %r : tensor<20x12xf32>
}

// -----

// CHECK-LABEL: func @diagonal
// CHECK-SAME: %{{.*}}: tensor<9xf32>, %[[INIT:.*]]: tensor<9x9xf32>
// CHECK: %[[DENSE:.*]] = linalg.generic
// CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[CARRIED:.*]] = %[[INIT]])
// CHECK: %[[ELEMENT:.*]] = tensor.extract %[[DENSE]][%[[I]]]
// CHECK: tensor.insert %[[ELEMENT]] into %[[CARRIED]][%[[I]], %[[I]]]
func.func @diagonal(%x: tensor<9xf32>, %init: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<9xf32>) outs(%init : tensor<9x9xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<9x9xf32>
  return %r : tensor<9x9xf32>
}

// -----

// A result without other elements stays.
// CHECK-LABEL: func @whole
// CHECK-NOT: tensor.insert
func.func @whole(%x: tensor<9xf32>, %init: tensor<9x1xf32>) -> tensor<9x1xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<9xf32>) outs(%init : tensor<9x1xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<9x1xf32>
  return %r : tensor<9x1xf32>
}

// -----

// Elements that the body reads are read from the slice, so that the init
// remains if simplification removes the read.
// CHECK-LABEL: func @updated
// CHECK-SAME: %[[X:.*]]: tensor<9xf32>, %[[INIT:.*]]: tensor<4x9xf32>
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[INIT]][2, 0] [1, 9] [1, 1] : tensor<4x9xf32> to tensor<9xf32>
// CHECK: %[[DENSE:.*]] = linalg.generic {{.*}} ins(%[[X]] : tensor<9xf32>) outs(%[[SLICE]] : tensor<9xf32>)
// CHECK: tensor.insert_slice %[[DENSE]] into %[[INIT]][2, 0] [1, 9] [1, 1]
func.func @updated(%x: tensor<9xf32>, %init: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2, i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<9xf32>) outs(%init : tensor<4x9xf32>) {
  ^bb0(%in: f32, %o: f32):
    %s = arith.addf %in, %o : f32
    linalg.yield %s : f32
  } -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// -----

// CHECK-LABEL: func @diagonal_sums
// CHECK-SAME: %[[X:.*]]: tensor<9x5xf32>, %[[INIT:.*]]: tensor<9x9xf32>
// CHECK-NOT: tensor.insert
// CHECK: return
func.func @diagonal_sums(%x: tensor<9x5xf32>, %init: tensor<9x9xf32>) -> tensor<9x9xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x5xf32>) outs(%init : tensor<9x9xf32>) {
  ^bb0(%in: f32, %o: f32):
    %s = arith.addf %in, %o : f32
    linalg.yield %s : f32
  } -> tensor<9x9xf32>
  return %r : tensor<9x9xf32>
}

// -----

// Casts to dynamic shapes are removed.
// CHECK-LABEL: func @cast
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<9xf32>) outs(%{{.*}} : tensor<9xf32>)
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 2] [9, 1] [1, 1] : tensor<9xf32> into tensor<9x4xf32>
func.func @cast(%x: tensor<9xf32>, %init: tensor<9x4xf32>) -> tensor<?x4xf32> {
  %xs = tensor.cast %x : tensor<9xf32> to tensor<?xf32>
  %inits = tensor.cast %init : tensor<9x4xf32> to tensor<?x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 2)>], iterator_types = ["parallel"]}
      ins(%xs : tensor<?xf32>) outs(%inits : tensor<?x4xf32>) {
  ^bb0(%in: f32, %o: f32):
    linalg.yield %in : f32
  } -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
