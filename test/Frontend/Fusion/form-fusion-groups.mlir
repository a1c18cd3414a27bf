// RUN: matrix-opt %s -split-input-file -matrix-form-fusion-groups -verify-diagnostics | FileCheck %s

#mk = affine_map<(m, n, k) -> (m, k)>
#nk = affine_map<(m, n, k) -> (n, k)>
#mn = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#cols = affine_map<(i, j) -> (j)>

// CHECK-LABEL: func @linear
// CHECK: matrix.fusion_group = "init"
// CHECK: matrix.fusion_group = "contraction"
// CHECK: matrix.fusion_group = "epilogue"
func.func @linear(%x: tensor<20x30xf32>, %w: tensor<40x30xf32>, %b: tensor<40xf32>) -> tensor<20x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<20x40xf32>
  %init = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<20x40xf32>) {
  ^bb0(%o: f32):
    linalg.yield %zero : f32
  } -> tensor<20x40xf32>
  %m = linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<20x30xf32>, tensor<40x30xf32>) outs(%init : tensor<20x40xf32>) {
  ^bb0(%a: f32, %c: f32, %acc: f32):
    %p = arith.mulf %a, %c : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<20x40xf32>
  %r = linalg.generic {indexing_maps = [#id, #cols, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %b : tensor<20x40xf32>, tensor<40xf32>) outs(%e : tensor<20x40xf32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<20x40xf32>
  return %r : tensor<20x40xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Truth values are bytes in memory.

// CHECK-LABEL: func @truth_values
// CHECK: matrix.fusion_group = "elementwise"
func.func @truth_values(%m: tensor<20x30xi1>, %n: tensor<20x30xi1>) -> tensor<20x30xi1> {
  %true = arith.constant true
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %n : tensor<20x30xi1>, tensor<20x30xi1>) outs(%m : tensor<20x30xi1>) {
  ^bb0(%a: i1, %b: i1, %o: i1):
    %not = arith.xori %a, %true : i1
    %and = arith.andi %not, %b : i1
    linalg.yield %and : i1
  } -> tensor<20x30xi1>
  return %r : tensor<20x30xi1>
}

// -----

// A product of truth values has no instruction: they are not numbers. It is a sum of elementwise products.

// CHECK-LABEL: func @product_of_truth_values
// CHECK: matrix.fusion_group = "reduction"
func.func @product_of_truth_values(%x: tensor<20x30xi1>, %w: tensor<40x30xi1>, %init: tensor<20x40xi32>)
    -> tensor<20x40xi32> {
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>,
                                        affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<20x30xi1>, tensor<40x30xi1>) outs(%init : tensor<20x40xi32>) {
  ^bb0(%a: i1, %b: i1, %acc: i32):
    %c = arith.extsi %a : i1 to i32
    %d = arith.extsi %b : i1 to i32
    %p = arith.muli %c, %d : i32
    %s = arith.addi %acc, %p : i32
    linalg.yield %s : i32
  } -> tensor<20x40xi32>
  return %r : tensor<20x40xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#rows = affine_map<(i, j) -> (i)>

// The sum has another user: its consumer is a separate fusion group.

// CHECK-LABEL: func @two_users
// CHECK: matrix.fusion_group = "reduction"
// CHECK: matrix.fusion_group = "elementwise"
func.func @two_users(%x: tensor<20x30xf32>, %init: tensor<20xf32>) -> (tensor<20xf32>, tensor<20xf32>) {
  %s = linalg.generic {indexing_maps = [#id, #rows], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<20x30xf32>) outs(%init : tensor<20xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<20xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s : tensor<20xf32>) outs(%init : tensor<20xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.exp %a : f32
    linalg.yield %r : f32
  } -> tensor<20xf32>
  return %s, %e : tensor<20xf32>, tensor<20xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// CHECK-LABEL: func @scalar
// CHECK-NOT: matrix.fusion_group
func.func @scalar(%x: tensor<4x5xi64>, %y: tensor<4x5xf32>, %d: tensor<?x5xf32>, %z: tensor<0x5xf32>)
    -> (tensor<4x5xi64>, tensor<4x5xf32>, tensor<?x5xf32>, tensor<0x5xf32>) {
  // expected-remark @+1 {{'linalg.generic' compiles to scalar code: no tile format has elements of type i64}}
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x5xi64>) outs(%x : tensor<4x5xi64>) {
  ^bb0(%in: i64, %o: i64):
    %r = arith.addi %in, %in : i64
    linalg.yield %r : i64
  } -> tensor<4x5xi64>
  // expected-remark @+1 {{compiles to scalar code: 'linalg.index' has no tile equivalent}}
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<4x5xf32>) outs(%y : tensor<4x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %r = arith.addf %in, %f : f32
    linalg.yield %r : f32
  } -> tensor<4x5xf32>
  // expected-remark @+1 {{compiles to scalar code: shapes are not static}}
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<?x5xf32>) outs(%d : tensor<?x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %r = arith.addf %in, %in : f32
    linalg.yield %r : f32
  } -> tensor<?x5xf32>
  // expected-remark @+1 {{compiles to scalar code: a tensor has no elements}}
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<0x5xf32>) outs(%z : tensor<0x5xf32>) {
  ^bb0(%in: f32, %o: f32):
    %r = arith.addf %in, %in : f32
    linalg.yield %r : f32
  } -> tensor<0x5xf32>
  return %a, %b, %c, %e : tensor<4x5xi64>, tensor<4x5xf32>, tensor<?x5xf32>, tensor<0x5xf32>
}

// -----

// A variant without tile registers.

module attributes {matrix.target = #matrix.target<"qkv">} {
  // CHECK-LABEL: func @no_tiles
  // CHECK-NOT: matrix.fusion_group
  func.func @no_tiles(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
    // expected-remark @+1 {{compiles to scalar code: the target has no tile registers}}
    %a = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x5xf32>) outs(%x : tensor<4x5xf32>) {
    ^bb0(%in: f32, %o: f32):
      %r = arith.addf %in, %in : f32
      linalg.yield %r : f32
    } -> tensor<4x5xf32>
    return %a : tensor<4x5xf32>
  }
}
