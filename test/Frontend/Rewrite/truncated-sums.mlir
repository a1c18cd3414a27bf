// RUN: matrix-opt %s -matrix-legalize | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#i = affine_map<(i) -> (i)>

// A product in 64 bits, truncated to 32: a product of i8 into i32, without the truncation.
// CHECK-LABEL: func @product
// CHECK: linalg.generic {{.*}} ins(%arg0, %arg1 : tensor<8x16xi8>, tensor<16x4xi8>) outs(%{{.*}} : tensor<8x4xi32>)
// CHECK: arith.muli %{{.*}} : i32
// CHECK-NEXT: arith.addi %{{.*}} : i32
// CHECK-NOT: i64
// CHECK: return
func.func @product(%a: tensor<8x16xi8>, %b: tensor<16x4xi8>) -> tensor<8x4xi32> {
  %c0 = arith.constant 0 : i64
  %ea = tensor.empty() : tensor<8x16xi32>
  %wa = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<8x16xi8>) outs(%ea : tensor<8x16xi32>) {
  ^bb0(%x: i8, %o: i32):
    %w = arith.extsi %x : i8 to i32
    linalg.yield %w : i32
  } -> tensor<8x16xi32>
  %eb = tensor.empty() : tensor<16x4xi32>
  %wb = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<16x4xi8>) outs(%eb : tensor<16x4xi32>) {
  ^bb0(%x: i8, %o: i32):
    %w = arith.extsi %x : i8 to i32
    linalg.yield %w : i32
  } -> tensor<16x4xi32>
  %e = tensor.empty() : tensor<8x4xi64>
  %f = linalg.fill ins(%c0 : i64) outs(%e : tensor<8x4xi64>) -> tensor<8x4xi64>
  %p = linalg.matmul ins(%wa, %wb : tensor<8x16xi32>, tensor<16x4xi32>) outs(%f : tensor<8x4xi64>) -> tensor<8x4xi64>
  %er = tensor.empty() : tensor<8x4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x4xi64>) outs(%er : tensor<8x4xi32>) {
  ^bb0(%x: i64, %o: i32):
    %t = arith.trunci %x : i64 to i32
    linalg.yield %t : i32
  } -> tensor<8x4xi32>
  return %r : tensor<8x4xi32>
}

// Sums of 32 bits overflow, and lose the flags that say otherwise; the initial number and constants lose their high bits. The
// user truncates further.
// CHECK-LABEL: func @overflow
// CHECK-DAG: arith.constant 1 : i32
// CHECK-DAG: arith.constant 5 : i32
// CHECK: arith.muli %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
// CHECK-NEXT: arith.addi %{{[a-z0-9_]+}}, %{{[a-z0-9_]+}} : i32
// CHECK: arith.trunci %{{.*}} : i32 to i8
func.func @overflow(%t: tensor<4x8xi32>) -> tensor<4xi8> {
  %c = arith.constant 4294967297 : i64
  %five = arith.constant 4294967301 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%c : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi32>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i32, %o: i64):
    %w = arith.extsi %x : i32 to i64
    %p = arith.muli %w, %five overflow<nsw> : i64
    %a = arith.addi %p, %o overflow<nsw> : i64
    linalg.yield %a : i64
  } -> tensor<4xi64>
  %er = tensor.empty() : tensor<4xi8>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%s : tensor<4xi64>) outs(%er : tensor<4xi8>) {
  ^bb0(%x: i64, %o: i8):
    %n = arith.trunci %x : i64 to i8
    linalg.yield %n : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// The high bits of the sum are used.
// CHECK-LABEL: func @used
// CHECK: arith.addi %{{.*}} : i64
func.func @used(%t: tensor<4x8xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%c0 : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi32>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i32, %o: i64):
    %w = arith.extsi %x : i32 to i64
    %a = arith.addi %w, %o : i64
    linalg.yield %a : i64
  } -> tensor<4xi64>
  %er = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%s : tensor<4xi64>) outs(%er : tensor<4xi32>) {
  ^bb0(%x: i64, %o: i32):
    %h = arith.shrsi %x, %c2 : i64
    %n = arith.trunci %h : i64 to i32
    linalg.yield %n : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// So are those of the terms.
// CHECK-LABEL: func @shifted
// CHECK: arith.addi %{{.*}} : i64
func.func @shifted(%t: tensor<4x8xi64>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : i64
  %e = tensor.empty() : tensor<4xi64>
  %f = linalg.fill ins(%c0 : i64) outs(%e : tensor<4xi64>) -> tensor<4xi64>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xi64>) outs(%f : tensor<4xi64>) {
  ^bb0(%x: i64, %o: i64):
    %h = arith.shrsi %x, %c2 : i64
    %a = arith.addi %h, %o : i64
    linalg.yield %a : i64
  } -> tensor<4xi64>
  %er = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%s : tensor<4xi64>) outs(%er : tensor<4xi32>) {
  ^bb0(%x: i64, %o: i32):
    %n = arith.trunci %x : i64 to i32
    linalg.yield %n : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
