// RUN: matrix-run %s --random=3 --check

// Indices read as a row and as a column, and results with a unit dimension, as in
// argmax: propagation of reshapes across shared producers terminates.
#element = affine_map<(d0, d1) -> (d0, d1)>
#rows = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d0, 0)>
#vector = affine_map<(d0) -> (d0)>
#row = affine_map<(d0, d1) -> (0, d1)>
#scalar = affine_map<(d0, d1) -> ()>
#columns = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<4x4xf32>, %p: tensor<4x4xi1>, %row0: tensor<1x4xf32>, %q: tensor<4x4xi1>) -> (tensor<1x4xf32>, tensor<1x4xi64>, tensor<4x1xi64>, tensor<1x4xi64>) {
  %cst = arith.constant dense<4> : tensor<i64>
  %zero = arith.constant 0 : i64
  %largest = arith.constant 9223372036854775807 : i64
  %e4 = tensor.empty() : tensor<4xi64>
  %e1 = tensor.empty() : tensor<4x4xi1>
  %e64 = tensor.empty() : tensor<4x4xi64>
  %zeros = linalg.fill ins(%zero : i64) outs(%e4 : tensor<4xi64>) -> tensor<4xi64>
  %init = linalg.fill ins(%largest : i64) outs(%e4 : tensor<4xi64>) -> tensor<4xi64>
  %nan = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]} ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e1 : tensor<4x4xi1>) {
  ^bb0(%in: f32, %in1: f32, %out: i1):
    %v0 = arith.cmpf une, %in, %in1 : f32
    linalg.yield %v0 : i1
  } -> tensor<4x4xi1>
  %o1 = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]} ins(%p, %nan : tensor<4x4xi1>, tensor<4x4xi1>) outs(%e1 : tensor<4x4xi1>) {
  ^bb0(%in: i1, %in1: i1, %out: i1):
    %v0 = arith.ori %in, %in1 : i1
    linalg.yield %v0 : i1
  } -> tensor<4x4xi1>
  %index = linalg.generic {indexing_maps = [#vector], iterator_types = ["parallel"]} outs(%e4 : tensor<4xi64>) {
  ^bb0(%out: i64):
    %v0 = linalg.index 0 : index
    %v1 = arith.index_cast %v0 : index to i64
    linalg.yield %v1 : i64
  } -> tensor<4xi64>
  %as_row = tensor.expand_shape %index [[0, 1]] output_shape [1, 4] : tensor<4xi64> into tensor<1x4xi64>
  %s1 = linalg.generic {indexing_maps = [#element, #row, #scalar, #element], iterator_types = ["parallel", "parallel"]} ins(%o1, %as_row, %cst : tensor<4x4xi1>, tensor<1x4xi64>, tensor<i64>) outs(%e64 : tensor<4x4xi64>) {
  ^bb0(%in: i1, %in1: i64, %in2: i64, %out: i64):
    %v0 = arith.select %in, %in1, %in2 : i64
    linalg.yield %v0 : i64
  } -> tensor<4x4xi64>
  %m1:2 = linalg.generic {indexing_maps = [#element, #rows, #rows], iterator_types = ["parallel", "reduction"]} ins(%s1 : tensor<4x4xi64>) outs(%init, %zeros : tensor<4xi64>, tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64, %out1: i64):
    %v0 = linalg.index 1 : index
    %v1 = arith.index_cast %v0 : index to i64
    %v2 = arith.minsi %in, %out : i64
    %v3 = arith.cmpi slt, %in, %out : i64
    %v4 = arith.select %v3, %v1, %out1 : i64
    linalg.yield %v2, %v4 : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  %r1 = tensor.expand_shape %m1#0 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
  %c2 = linalg.generic {indexing_maps = [#element, #row, #element], iterator_types = ["parallel", "parallel"]} ins(%x, %row0 : tensor<4x4xf32>, tensor<1x4xf32>) outs(%e1 : tensor<4x4xi1>) {
  ^bb0(%in: f32, %in1: f32, %out: i1):
    %v0 = arith.cmpf oeq, %in, %in1 : f32
    linalg.yield %v0 : i1
  } -> tensor<4x4xi1>
  %o2 = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]} ins(%c2, %nan : tensor<4x4xi1>, tensor<4x4xi1>) outs(%e1 : tensor<4x4xi1>) {
  ^bb0(%in: i1, %in1: i1, %out: i1):
    %v0 = arith.ori %in, %in1 : i1
    linalg.yield %v0 : i1
  } -> tensor<4x4xi1>
  %as_column = tensor.expand_shape %index [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
  %s2 = linalg.generic {indexing_maps = [#element, #column, #scalar, #element], iterator_types = ["parallel", "parallel"]} ins(%o2, %as_column, %cst : tensor<4x4xi1>, tensor<4x1xi64>, tensor<i64>) outs(%e64 : tensor<4x4xi64>) {
  ^bb0(%in: i1, %in1: i64, %in2: i64, %out: i64):
    %v0 = arith.select %in, %in1, %in2 : i64
    linalg.yield %v0 : i64
  } -> tensor<4x4xi64>
  %m2:2 = linalg.generic {indexing_maps = [#element, #columns, #columns], iterator_types = ["reduction", "parallel"]} ins(%s2 : tensor<4x4xi64>) outs(%init, %zeros : tensor<4xi64>, tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64, %out1: i64):
    %v0 = linalg.index 0 : index
    %v1 = arith.index_cast %v0 : index to i64
    %v2 = arith.minsi %in, %out : i64
    %v3 = arith.cmpi slt, %in, %out : i64
    %v4 = arith.select %v3, %v1, %out1 : i64
    linalg.yield %v2, %v4 : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  %r2 = tensor.expand_shape %m2#0 [[0, 1]] output_shape [1, 4] : tensor<4xi64> into tensor<1x4xi64>
  %o3 = linalg.generic {indexing_maps = [#element, #element, #element], iterator_types = ["parallel", "parallel"]} ins(%q, %nan : tensor<4x4xi1>, tensor<4x4xi1>) outs(%e1 : tensor<4x4xi1>) {
  ^bb0(%in: i1, %in1: i1, %out: i1):
    %v0 = arith.ori %in, %in1 : i1
    linalg.yield %v0 : i1
  } -> tensor<4x4xi1>
  %s3 = linalg.generic {indexing_maps = [#element, #column, #scalar, #element], iterator_types = ["parallel", "parallel"]} ins(%o3, %as_column, %cst : tensor<4x4xi1>, tensor<4x1xi64>, tensor<i64>) outs(%e64 : tensor<4x4xi64>) {
  ^bb0(%in: i1, %in1: i64, %in2: i64, %out: i64):
    %v0 = arith.select %in, %in1, %in2 : i64
    linalg.yield %v0 : i64
  } -> tensor<4x4xi64>
  %m3:2 = linalg.generic {indexing_maps = [#element, #columns, #columns], iterator_types = ["reduction", "parallel"]} ins(%s3 : tensor<4x4xi64>) outs(%init, %zeros : tensor<4xi64>, tensor<4xi64>) {
  ^bb0(%in: i64, %out: i64, %out1: i64):
    %v0 = linalg.index 0 : index
    %v1 = arith.index_cast %v0 : index to i64
    %v2 = arith.minsi %in, %out : i64
    %v3 = arith.cmpi slt, %in, %out : i64
    %v4 = arith.select %v3, %v1, %out1 : i64
    linalg.yield %v2, %v4 : i64, i64
  } -> (tensor<4xi64>, tensor<4xi64>)
  %r3 = tensor.expand_shape %m3#0 [[0, 1]] output_shape [1, 4] : tensor<4xi64> into tensor<1x4xi64>
  return %row0, %r2, %r1, %r3 : tensor<1x4xf32>, tensor<1x4xi64>, tensor<4x1xi64>, tensor<1x4xi64>
}
