// RUN: matrix-opt %s -split-input-file -matrix-describe-work | FileCheck %s

// What no program has to compute.

// Only the second of two results is needed, and not the product that the first one
// depends on: 4 * 4 elements of %a.
// CHECK: in = 64 : i64, ops = [
// CHECK-SAME: macs = 64 : i64, needed = [0, 16], op = "linalg.matmul"
#id = affine_map<(i, j) -> (i, j)>
module {
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e, %e : tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %u: f32, %v: f32):
    %s = arith.mulf %y, %y : f32
    linalg.yield %x, %s : f32, f32
  } -> (tensor<4x4xf32>, tensor<4x4xf32>)
  return %r#1 : tensor<4x4xf32>
}
}

// -----

// A body that folds, %y + (%x - %x), and then the operation.
// CHECK: in = 16 : i64, ops = [], out = 16 : i64
#id = affine_map<(i, j) -> (i, j)>
module {
func.func @main(%a: tensor<2x2xi32>, %b: tensor<2x2xi32>, %c: tensor<2x2xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x2xi32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<2x2xi32>) -> tensor<2x2xi32>
  %p = linalg.matmul ins(%a, %b : tensor<2x2xi32>, tensor<2x2xi32>) outs(%f : tensor<2x2xi32>) -> tensor<2x2xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<2x2xi32>, tensor<2x2xi32>) outs(%e : tensor<2x2xi32>) {
  ^bb0(%x: i32, %y: i32, %v: i32):
    %d = arith.subi %x, %x : i32
    %s = arith.addi %y, %d : i32
    linalg.yield %s : i32
  } -> tensor<2x2xi32>
  return %r : tensor<2x2xi32>
}
}

// -----

// One product in three forms counts once; so does a sum with other unused initial values.
// CHECK: ops = [
// CHECK-SAME: macs = 8 : i64, op = "linalg.matmul"
// CHECK-SAME: op = "linalg.add"
// CHECK-NOT: op =
// CHECK-SAME: out = 80 : i64
module {
func.func private @product(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %p : tensor<2x2xf32>
}
func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>)
    -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = linalg.matmul ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  %q = call @product(%a, %b) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                                        affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %m = arith.mulf %x, %y : f32
    %s = arith.addf %z, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x2xf32>
  %s = linalg.add ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %t = linalg.add ins(%a, %b : tensor<2x2xf32>, tensor<2x2xf32>) outs(%b : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %p, %q, %g, %s, %t
      : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}
}

// -----

// Results of rank 0: of two, one is needed, and its operands are all elements.
// CHECK: in = 32 : i64, ops = [
// CHECK-SAME: macs = 4 : i64, op = "linalg.dot"
// CHECK-NOT: macs
module {
func.func private @both(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<9xf32>) -> (tensor<f32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %p = linalg.dot ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %q = linalg.dot ins(%c, %c : tensor<9xf32>, tensor<9xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  return %p, %q : tensor<f32>, tensor<f32>
}
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<9xf32>) -> tensor<f32> {
  %r:2 = call @both(%a, %b, %c) : (tensor<4xf32>, tensor<4xf32>, tensor<9xf32>) -> (tensor<f32>, tensor<f32>)
  return %r#0 : tensor<f32>
}
}

// -----

// A comparison of indices, in the body or in a mask, selects 2 of 8 elements of %a; the last
// iteration counts if a result is overwritten: 1 of 8 elements of %b.
// CHECK: in = 12 : i64, ops = [
#id = affine_map<(i) -> (i)>
module {
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<f32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %v: f32):
    %i = linalg.index 0 : index
    %low = arith.cmpi ult, %i, %two : index
    %s = arith.select %low, %x, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %last = linalg.generic {indexing_maps = [#id, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%b : tensor<8xf32>) outs(%f : tensor<f32>) {
  ^bb0(%x: f32, %v: f32):
    linalg.yield %x : f32
  } -> tensor<f32>
  %em = tensor.empty() : tensor<8xi1>
  %mask = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%em : tensor<8xi1>) {
  ^bb0(%v: i1):
    %i = linalg.index 0 : index
    %low = arith.cmpi ult, %i, %two : index
    linalg.yield %low : i1
  } -> tensor<8xi1>
  %masked = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%mask, %a : tensor<8xi1>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%m: i1, %x: f32, %v: f32):
    %s = arith.select %m, %x, %zero : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %r, %last, %masked : tensor<8xf32>, tensor<f32>, tensor<8xf32>
}
}

// -----

// A causal mask: the largest rectangle has 2 x 3 elements of the product, with 2 rows of %a
// and 3 columns of %b. No element that a false condition selects is needed.
// CHECK: in = 80 : i64, ops = [
// CHECK-SAME: macs = 64 : i64, needed = [6, 16], op = "linalg.matmul"
#id = affine_map<(i, j) -> (i, j)>
module {
func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %nine = arith.constant 9 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %masked = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %c : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%x: f32, %y: f32, %v: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %causal = arith.cmpi ule, %j, %i : index
    %never = arith.cmpi uge, %i, %nine : index
    %other = arith.select %never, %y, %zero : f32
    %s = arith.select %causal, %x, %zero : f32
    %t = arith.addf %s, %other : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  return %masked : tensor<4x4xf32>
}
}
