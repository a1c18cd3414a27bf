// RUN: matrix-opt %s -split-input-file -matrix-legalize | FileCheck %s

// Transposes, reshapes of outer dimensions and conversions of operands are folded
// into the contraction's maps and body.

// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[$B:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
// CHECK-LABEL: func @operands
// CHECK-SAME: (%[[X:.*]]: tensor<2x5x8xbf16>, %[[W:.*]]: tensor<6x8xbf16>)
// CHECK-NOT: linalg.transpose
// CHECK: linalg.generic {indexing_maps = [#[[$A]], #[[$B]],
// CHECK-SAME: ins(%[[X]], %[[W]] :
// CHECK: arith.extf
// CHECK: arith.extf
// CHECK: arith.mulf
// CHECK: arith.addf
func.func @operands(%x: tensor<2x5x8xbf16>, %w: tensor<6x8xbf16>) -> tensor<2x5x6xf32> {
  %zero = arith.constant 0.0 : f32
  %flat = tensor.collapse_shape %x [[0, 1], [2]] : tensor<2x5x8xbf16> into tensor<10x8xbf16>
  %e0 = tensor.empty() : tensor<8x6xbf16>
  %t = linalg.transpose ins(%w : tensor<6x8xbf16>) outs(%e0 : tensor<8x6xbf16>) permutation = [1, 0]
  %e1 = tensor.empty() : tensor<10x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e1 : tensor<10x6xf32>) -> tensor<10x6xf32>
  %m = linalg.matmul ins(%flat, %t : tensor<10x8xbf16>, tensor<8x6xbf16>)
                     outs(%init : tensor<10x6xf32>) -> tensor<10x6xf32>
  %r = tensor.expand_shape %m [[0, 1], [2]] output_shape [2, 5, 6] : tensor<10x6xf32> into tensor<2x5x6xf32>
  return %r : tensor<2x5x6xf32>
}

// -----

// The exponential has two users and is computed once; the maximum is maximumf
// with initial value -inf, not upstream's maxnumf with NaN.

// CHECK-LABEL: func @softmax
// CHECK-DAG: arith.constant 0xFF800000 : f32
// CHECK: arith.maximumf
// CHECK: %[[EXP:.*]] = linalg.generic
// CHECK: arith.subf
// CHECK-NEXT: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[EXP]]
// CHECK-NOT: math.exp
// CHECK: arith.addf
// CHECK: linalg.generic {{.*}} ins(%[[EXP]]
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %e = tensor.empty() : tensor<4x9xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<4x9xf32>) outs(%e : tensor<4x9xf32>) -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// An unused result is removed, with the indices that it is computed from.

// CHECK-LABEL: func @dead_result
// CHECK-NOT: linalg.index
// CHECK: arith.maximumf
// CHECK-NEXT: linalg.yield %{{[^,]*}} : f32
func.func @dead_result(%x: tensor<4x9xf32>, %m: tensor<4xf32>, %a: tensor<4xi64>) -> tensor<4xf32> {
  %r:2 = linalg.generic {indexing_maps = [#id, #rows, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x9xf32>) outs(%m, %a : tensor<4xf32>, tensor<4xi64>) {
  ^bb0(%in: f32, %max: f32, %at: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %n = arith.maximumf %in, %max : f32
    %gt = arith.cmpf ogt, %in, %max : f32
    %s = arith.select %gt, %k, %at : i64
    linalg.yield %n, %s : f32, i64
  } -> (tensor<4xf32>, tensor<4xi64>)
  return %r#0 : tensor<4xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Constants are folded in every format, with rounding.

// CHECK-LABEL: func @constants
// CHECK-DAG: arith.constant 1.414060e+00 : bf16
// CHECK-DAG: arith.constant 9.99999974E-6 : f32
// CHECK-NOT: math.sqrt
// CHECK-NOT: arith.truncf
// CHECK: return
func.func @constants(%x: tensor<4x9xbf16>, %y: tensor<4x9xf32>) -> (tensor<4x9xbf16>, tensor<4x9xf32>) {
  %two = arith.constant 2.0 : bf16
  %eps = arith.constant 1.0e-05 : f64
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4x9xbf16>, tensor<4x9xf32>) outs(%x, %y : tensor<4x9xbf16>, tensor<4x9xf32>) {
  ^bb0(%a: bf16, %b: f32, %o0: bf16, %o1: f32):
    %root = math.sqrt %two : bf16
    %q = arith.divf %a, %root : bf16
    %e = arith.truncf %eps : f64 to f32
    %s = arith.addf %b, %e : f32
    linalg.yield %q, %s : bf16, f32
  } -> (tensor<4x9xbf16>, tensor<4x9xf32>)
  return %r#0, %r#1 : tensor<4x9xbf16>, tensor<4x9xf32>
}

// -----

// Instructions multiply tiles of one type: if operand types differ, the narrow one
// is widened first.

// CHECK-LABEL: func @mixed
// CHECK: %[[WIDE:.*]] = linalg.generic
// CHECK-SAME: ins(%{{.*}} : tensor<8x6xbf16>)
// CHECK: arith.extf
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %[[WIDE]] : tensor<5x8xf32>, tensor<8x6xf32>)
// CHECK-NOT: arith.extf
// CHECK: return
func.func @mixed(%x: tensor<5x8xf32>, %w: tensor<8x6xbf16>, %init: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %m = linalg.matmul ins(%x, %w : tensor<5x8xf32>, tensor<8x6xbf16>)
                     outs(%init : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %m : tensor<5x6xf32>
}

// -----

// A reshaped fill is a fill: no tensor initializes the second product.

// CHECK-LABEL: func @reshaped_fill
// CHECK-NOT: tensor.collapse_shape %{{.*}} : tensor<8x2x3xf32>
// CHECK: return
func.func @reshaped_fill(%x: tensor<8x4xf32>, %w: tensor<4x6xf32>) -> (tensor<2x8x3xf32>, tensor<8x6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %m = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x6xf32>) outs(%f : tensor<8x6xf32>) -> tensor<8x6xf32>
  %h = tensor.expand_shape %m [[0], [1, 2]] output_shape [8, 2, 3] : tensor<8x6xf32> into tensor<8x2x3xf32>
  %te = tensor.empty() : tensor<2x8x3xf32>
  %t = linalg.transpose ins(%h : tensor<8x2x3xf32>) outs(%te : tensor<2x8x3xf32>) permutation = [1, 0, 2]
  %n = linalg.matmul ins(%x, %w : tensor<8x4xf32>, tensor<4x6xf32>) outs(%f : tensor<8x6xf32>) -> tensor<8x6xf32>
  %r = math.exp %n : tensor<8x6xf32>
  return %t, %r : tensor<2x8x3xf32>, tensor<8x6xf32>
}

// -----

// The product of two narrowed products is the epilogue of the later one; the
// first one is narrowed by an epilogue of its own, not stored in f32.

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @two_products
// CHECK: linalg.generic {{.*}} "reduction"]} ins(%arg0, %arg1
// CHECK: %[[GATE:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<8x6xbf16>)
// CHECK: %[[UP:.*]] = linalg.generic {{.*}} "reduction"]} ins(%arg0, %arg2
// CHECK: linalg.generic {{.*}} ins(%[[GATE]], %[[UP]] : tensor<8x6xbf16>, tensor<8x6xf32>)
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @two_products(%x: tensor<8x4xbf16>, %v: tensor<4x6xbf16>, %w: tensor<4x6xbf16>) -> tensor<8x6xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %m = linalg.matmul ins(%x, %v : tensor<8x4xbf16>, tensor<4x6xbf16>) outs(%f : tensor<8x6xf32>) -> tensor<8x6xf32>
  %b = tensor.empty() : tensor<8x6xbf16>
  %gate = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%m : tensor<8x6xf32>) outs(%b : tensor<8x6xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<8x6xbf16>
  %n = linalg.matmul ins(%x, %w : tensor<8x4xbf16>, tensor<4x6xbf16>) outs(%f : tensor<8x6xf32>) -> tensor<8x6xf32>
  %up = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%n : tensor<8x6xf32>) outs(%b : tensor<8x6xbf16>) {
  ^bb0(%a: f32, %o: bf16):
    %r = arith.truncf %a : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<8x6xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%gate, %up : tensor<8x6xbf16>, tensor<8x6xbf16>) outs(%b : tensor<8x6xbf16>) {
  ^bb0(%a: bf16, %c: bf16, %o: bf16):
    %s = arith.negf %a : bf16
    %p = arith.mulf %s, %c : bf16
    linalg.yield %p : bf16
  } -> tensor<8x6xbf16>
  return %r : tensor<8x6xbf16>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#columns = affine_map<(i, j) -> (i, 63 - j)>
#rows = affine_map<(i, j) -> (31 - i, j)>

// Columns that are reversed are copied before, rows are read in reverse order.
// CHECK-LABEL: func @reversed
// CHECK: %[[COLUMNS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<32x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[COLUMNS]] : tensor<32x64xf32>)
// CHECK: math.exp
// CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<32x64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.exp
func.func @reversed(%x: tensor<32x64xf32>) -> (tensor<32x64xf32>, tensor<32x64xf32>) {
  %e = tensor.empty() : tensor<32x64xf32>
  %c = linalg.generic {indexing_maps = [#columns, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x64xf32>
  %y = linalg.exp ins(%c : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  %r = linalg.generic {indexing_maps = [#rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x64xf32>
  %z = linalg.exp ins(%r : tensor<32x64xf32>) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %y, %z : tensor<32x64xf32>, tensor<32x64xf32>
}
