// RUN: split-file %s %t
// RUN: matrix-opt %t/selections.mlir -matrix-legalize | FileCheck %s
// RUN: matrix-opt %t/rows.mlir -matrix-legalize | FileCheck %s --check-prefix=ROWS
// RUN: matrix-run %t/run.mlir --random --check
// RUN: matrix-run %t/run.mlir --random --check --mcpu=edge
// RUN: matrix-run %t/run.mlir --random --check --disable=tiles

// Selections between x and a constant that are a maximum or minimum for all x, also for NaN and zeros.

//--- selections.mlir
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @extrema
// CHECK: arith.maximumf %{{.*}}, %cst
// CHECK-NEXT: arith.minimumf
// CHECK-NEXT: arith.maximumf
// CHECK-NEXT: arith.minimumf
// CHECK-NEXT: linalg.yield
func.func @extrema(%x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<40xf32>) outs(%e : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.cmpf ugt, %a, %zero : f32
    %b = arith.select %p, %a, %zero : f32
    %q = arith.cmpf olt, %six, %b : f32
    %c = arith.select %q, %six, %b : f32
    %s = arith.cmpf uge, %c, %least : f32
    %d = arith.select %s, %c, %least : f32
    %t = arith.cmpf ogt, %d, %six : f32
    %f = arith.select %t, %six, %d : f32
    linalg.yield %f : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}

// NaN would be the constant, or a zero the other one.
// CHECK-LABEL: func @others
// CHECK-NOT: arith.m{{ax|in}}imumf
// CHECK: return
func.func @others(%x: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<40xf32>) outs(%e : tensor<40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.cmpf ogt, %a, %zero : f32
    %b = arith.select %p, %a, %zero : f32
    %q = arith.cmpf uge, %b, %zero : f32
    %c = arith.select %q, %b, %zero : f32
    %s = arith.cmpf ult, %c, %zero : f32
    %d = arith.select %s, %c, %zero : f32
    %t = arith.cmpf ueq, %d, %one : f32
    %f = arith.select %t, %d, %one : f32
    linalg.yield %f : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}

//--- rows.mlir
// Row instructions have activations of their own.
// ROWS: arith.select
module attributes {matrix.target = #matrix.target<"gemmini">} {
func.func @rows(%x: tensor<40x40xf32>) -> tensor<40x40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<40x40xf32>) outs(%e : tensor<40x40xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.cmpf ugt, %a, %zero : f32
    %b = arith.select %p, %a, %zero : f32
    linalg.yield %b : f32
  } -> tensor<40x40xf32>
  return %r : tensor<40x40xf32>
}
}

//--- run.mlir
// The bits of results for NaN, infinities, zeros and the constants themselves.
#id = affine_map<(i) -> (i)>
func.func @main(%unused: tensor<1xf32>) -> (tensor<16xi32>, tensor<16xi32>) {
  %x = arith.constant dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 6.0, 5.9999, 6.0001, -1.0, 1.0e-40, -1.0e-40, 1.0, 100.0, -100.0, 3.0, 0.5]> : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %least = arith.constant -0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<16xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e, %e : tensor<16xi32>, tensor<16xi32>) {
  ^bb0(%a: f32, %o: i32, %o2: i32):
    %p = arith.cmpf ugt, %a, %zero : f32
    %b = arith.select %p, %a, %zero : f32
    %q = arith.cmpf olt, %six, %b : f32
    %c = arith.select %q, %six, %b : f32
    %s = arith.cmpf uge, %a, %least : f32
    %d = arith.select %s, %a, %least : f32
    %t = arith.cmpf ogt, %a, %zero : f32
    %f = arith.select %t, %a, %zero : f32
    %g = arith.addf %d, %f : f32
    %u = arith.bitcast %c : f32 to i32
    %v = arith.bitcast %g : f32 to i32
    linalg.yield %u, %v : i32, i32
  } -> (tensor<16xi32>, tensor<16xi32>)
  return %r#0, %r#1 : tensor<16xi32>, tensor<16xi32>
}
