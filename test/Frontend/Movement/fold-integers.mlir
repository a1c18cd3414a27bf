// RUN: matrix-opt %s -matrix-fold-integers | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (0, j)>
#col = affine_map<(i, j) -> (i, 0)>

// The mask of causal attention, by way of tensors of indices. The result is
// transposed.

// CHECK-LABEL: func @causal
// CHECK-NOT: xi64
// CHECK: %[[M:.*]] = arith.constant dense<{{\[\[}}false, false, false], [true, false, false], [true, true, false]]> : tensor<3x3xi1>
// CHECK-NOT: linalg
// CHECK: return %[[M]]
func.func @causal() -> tensor<3x3xi1> {
  %c0 = arith.constant 0 : i64
  %true = arith.constant true
  %e = tensor.empty() : tensor<3xi64>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<3xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i64
    linalg.yield %r : i64
  } -> tensor<3xi64>
  %a = tensor.expand_shape %n [[0, 1]] output_shape [1, 3] : tensor<3xi64> into tensor<1x3xi64>
  %b = tensor.expand_shape %n [[0, 1]] output_shape [3, 1] : tensor<3xi64> into tensor<3x1xi64>
  %me = tensor.empty() : tensor<3x3xi1>
  %m = linalg.generic {indexing_maps = [#row, #col, #swap], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<1x3xi64>, tensor<3x1xi64>) outs(%me : tensor<3x3xi1>) {
  ^bb0(%x: i64, %y: i64, %o: i1):
    %d = arith.subi %x, %y : i64
    %c = arith.cmpi sle, %d, %c0 : i64
    %r = arith.xori %c, %true : i1
    linalg.yield %r : i1
  } -> tensor<3x3xi1>
  return %m : tensor<3x3xi1>
}

// The constant is that of the operation, not of its broadcast.

// CHECK-LABEL: func @broadcast
// CHECK: arith.constant dense<[0, 3]> : tensor<2xi32>
// CHECK: linalg.generic
func.func @broadcast() -> tensor<4x2xi32> {
  %c3 = arith.constant 3 : i32
  %e = tensor.empty() : tensor<2xi32>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<2xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %p = arith.muli %r, %c3 : i32
    linalg.yield %p : i32
  } -> tensor<2xi32>
  %f = tensor.empty() : tensor<4x2xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]} ins(%n : tensor<2xi32>) outs(%f : tensor<4x2xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  } -> tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}

// Not known: an argument, too many elements, a result that is read. The second result is a constant.

// CHECK-LABEL: func @unknown
// CHECK-COUNT-3: linalg.generic
func.func @unknown(%t: tensor<2xi32>) -> (tensor<2xi32>, tensor<2xf32>, tensor<1048577xi32>, tensor<2xi32>) {
  %c3 = arith.constant 3 : i32
  %e = tensor.empty() : tensor<2xi32>
  %a = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%x: i32, %o: i32):
    %p = arith.muli %x, %c3 : i32
    linalg.yield %p : i32
  } -> tensor<2xi32>
  %fe = tensor.empty() : tensor<2xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%fe : tensor<2xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    %f = arith.sitofp %r : i32 to f32
    linalg.yield %f : f32
  } -> tensor<2xf32>
  %le = tensor.empty() : tensor<1048577xi32>
  %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%le : tensor<1048577xi32>) {
  ^bb0(%o: i32):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i32
    linalg.yield %r : i32
  } -> tensor<1048577xi32>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%t : tensor<2xi32>) {
  ^bb0(%o: i32):
    %p = arith.muli %o, %c3 : i32
    linalg.yield %p : i32
  } -> tensor<2xi32>
  return %a, %b, %c, %d : tensor<2xi32>, tensor<2xf32>, tensor<1048577xi32>, tensor<2xi32>
}

// Numbers of buckets by logarithms: the one of 0, which is not finite, is not selected. Constants of f64 are rounded.

// CHECK-LABEL: func @buckets
// CHECK: %[[B:.*]] = arith.constant dense<[0, 1, 2, 7, 9]> : tensor<5xi64>
// CHECK-NOT: linalg
// CHECK: return %[[B]]
func.func @buckets() -> tensor<5xi64> {
  %c3 = arith.constant 3 : i64
  %wide = arith.constant 0.15 : f64
  %e = tensor.empty() : tensor<5xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<5xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %l = math.log %f : f32
    %w = arith.truncf %wide : f64 to f32
    %q = arith.divf %l, %w : f32
    %b = arith.fptosi %q : f32 to i64
    %c = arith.cmpi slt, %n, %c3 : i64
    %s = arith.select %c, %n, %b : i64
    linalg.yield %s : i64
  } -> tensor<5xi64>
  return %r : tensor<5xi64>
}

// Floats are constants if 64-bit integers are converted, as in biases by distance; a function of math is not evaluated.

// CHECK-LABEL: func @distances
// CHECK-DAG: arith.constant dense<{{\[}}0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: linalg.generic
// CHECK: math.exp
func.func @distances() -> (tensor<3xf32>, tensor<3xf32>) {
  %half = arith.constant 5.0e-01 : f32
  %e = tensor.empty() : tensor<3xi64>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<3xi64>) {
  ^bb0(%o: i64):
    %i = linalg.index 0 : index
    %r = arith.index_cast %i : index to i64
    linalg.yield %r : i64
  } -> tensor<3xi64>
  %f = tensor.empty() : tensor<3xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%n : tensor<3xi64>) outs(%f : tensor<3xf32>) {
  ^bb0(%x: i64, %o: f32):
    %y = arith.sitofp %x : i64 to f32
    %z = arith.mulf %y, %half : f32
    linalg.yield %z : f32
  } -> tensor<3xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%n : tensor<3xi64>) outs(%f : tensor<3xf32>) {
  ^bb0(%x: i64, %o: f32):
    %y = arith.sitofp %x : i64 to f32
    %z = math.exp %y : f32
    linalg.yield %z : f32
  } -> tensor<3xf32>
  return %d, %p : tensor<3xf32>, tensor<3xf32>
}

// What a body computes from its indices alone is read from constants over their loops.

// CHECK-LABEL: func @indices
// CHECK-DAG: %[[M:.*]] = arith.constant dense<{{\[\[}}true, true, true], [false, true, true]]> : tensor<2x3xi1>
// CHECK-DAG: %[[C:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 4.000000e+00]> : tensor<3xf32>
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[C]], %[[M]] : tensor<2x3xf32>, tensor<3xf32>, tensor<2x3xi1>)
// CHECK-NEXT: ^bb0(%[[X:.*]]: f32, %[[F:.*]]: f32, %[[B:.*]]: i1, %{{.*}}: f32):
// CHECK: arith.divf %[[X]], %[[F]]
// CHECK: arith.select %[[B]]
func.func @indices(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : i64
  %e = tensor.empty() : tensor<2x3xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<2x3xf32>) outs(%e : tensor<2x3xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %p = arith.shli %c1, %n : i64
    %f = arith.sitofp %p : i64 to f32
    %q = arith.divf %v, %f : f32
    %c = arith.cmpi ule, %i, %j : index
    %s = arith.select %c, %q, %zero : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}

// Indices of gathers stay.

// CHECK-LABEL: func @gather
// CHECK: linalg.index
// CHECK: tensor.extract
func.func @gather(%x: tensor<9xf32>, %k: tensor<1xi64>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (0)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%k : tensor<1xi64>) outs(%e : tensor<2xf32>) {
  ^bb0(%n: i64, %o: f32):
    %i = linalg.index 0 : index
    %m = arith.index_cast %n : i64 to index
    %s = arith.addi %i, %m : index
    %v = tensor.extract %x[%s] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
