// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-split-scalar-code))' | FileCheck %s
// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=base disable=tiles},func.func(matrix-split-scalar-code))' | FileCheck %s --check-prefix=DISABLED
// RUN: matrix-opt %s -split-input-file -pass-pipeline='builtin.module(matrix-set-target{cpu=gemmini},func.func(matrix-split-scalar-code))' | FileCheck %s --check-prefix=DISABLED

// DISABLED-COUNT-7: linalg.generic
// DISABLED-NOT: linalg.generic

#id = affine_map<(i, j) -> (i, j)>

// No tile has integers of 64 bits: the conversion is scalar code, the function is not.
// CHECK-LABEL: func.func @conversion
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<64x256xi64>) outs(%{{.*}} : tensor<64x256xf32>)
// CHECK: arith.sitofp
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%[[X]] : tensor<64x256xf32>)
// CHECK-NOT: arith.sitofp
// CHECK: arith.mulf
// CHECK-NEXT: math.exp
func.func @conversion(%n: tensor<64x256xi64>) -> tensor<64x256xf32> {
  %c = arith.constant 0.1 : f32
  %e = tensor.empty() : tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<64x256xi64>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%k: i64, %o: f32):
    %x = arith.sitofp %k : i64 to f32
    %y = arith.mulf %x, %c : f32
    %z = math.exp %y : f32
    linalg.yield %z : f32
  } -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// Tiles before and after scalar code. What does not depend on it is computed as late as possible: one tensor passes to the last operation.
// CHECK-LABEL: func.func @between
// CHECK: %[[E:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<64x256xf32>)
// CHECK: math.exp
// CHECK-NEXT: linalg.yield
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[E]] : tensor<64x256xf32>)
// CHECK: arith.fptosi %{{.*}} : f32 to i64
// CHECK-NEXT: arith.sitofp
// CHECK-NEXT: linalg.yield
// CHECK: linalg.generic {{.*}} ins(%arg1, %[[S]] : tensor<64x256xf32>, tensor<64x256xf32>)
// CHECK: math.tanh
// CHECK-NEXT: arith.mulf
func.func @between(%a: tensor<64x256xf32>, %b: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<64x256xf32>, tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %t = math.tanh %y : f32
    %u = math.exp %x : f32
    %i = arith.fptosi %u : f32 to i64
    %f = arith.sitofp %i : i64 to f32
    %p = arith.mulf %t, %f : f32
    linalg.yield %p : f32
  } -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// -----

#row = affine_map<(i, j, k) -> (i, j)>
#col = affine_map<(i, j, k) -> (i, k)>

// Each conversion has the loops on which it depends, and the reduction is on tiles.
// CHECK-LABEL: func.func @reduction
// CHECK: %[[A:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]{{.*}} ins(%arg0 : tensor<8x40xi16>) outs(%{{.*}} : tensor<8x40xi32>)
// CHECK: %[[B:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]{{.*}} ins(%arg0 : tensor<8x40xi16>) outs(%{{.*}} : tensor<8x40xi32>)
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[B]], %[[A]] : tensor<8x40xi32>, tensor<8x40xi32>)
// CHECK: arith.cmpi
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.addi
func.func @reduction(%x: tensor<8x40xi16>, %zero: tensor<8x40xi32>) -> tensor<8x40xi32> {
  %r = linalg.generic {indexing_maps = [#row, #col, #row], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %x : tensor<8x40xi16>, tensor<8x40xi16>) outs(%zero : tensor<8x40xi32>) {
  ^bb0(%a: i16, %b: i16, %o: i32):
    %i = arith.extsi %a : i16 to i32
    %j = arith.extsi %b : i16 to i32
    %less = arith.cmpi slt, %j, %i : i32
    %one = arith.extui %less : i1 to i32
    %sum = arith.addi %o, %one : i32
    linalg.yield %sum : i32
  } -> tensor<8x40xi32>
  return %r : tensor<8x40xi32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>

// A few operations are not worth a tensor between them.
// CHECK-LABEL: func.func @cheap
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @cheap(%n: tensor<64x256xi64>, %x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %e = tensor.empty() : tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n, %x : tensor<64x256xi64>, tensor<64x256xf32>) outs(%e : tensor<64x256xf32>) {
  ^bb0(%k: i64, %a: f32, %o: f32):
    %f = arith.sitofp %k : i64 to f32
    %s = arith.addf %f, %a : f32
    linalg.yield %s : f32
  } -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}

// -----

// Loop indices and gathers stay where they are.
// CHECK-LABEL: func.func @index
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @index(%n: tensor<64xi64>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%n : tensor<64xi64>) outs(%e : tensor<64xf32>) {
  ^bb0(%k: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i64
    %s = arith.addi %j, %k : i64
    %f = arith.sitofp %s : i64 to f32
    %y = math.exp %f : f32
    linalg.yield %y : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Scalar code on the accumulator before the last stage: nothing is divided.
// CHECK-LABEL: func.func @accumulator
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @accumulator(%x: tensor<64x256xf32>, %start: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x256xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %k = arith.fptosi %o : f32 to i64
    %f = arith.sitofp %k : i64 to f32
    %t = math.tanh %a : f32
    %s = arith.addf %f, %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>

// An operand that is not read, but alone has the extent of a loop, stays an operand of the last stage.
// CHECK-LABEL: func.func @extent
// CHECK: %[[X:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<64xi64>)
// CHECK: arith.sitofp
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[X]], %arg1 : tensor<64xf32>, tensor<32xf32>)
// CHECK-NOT: arith.sitofp
// CHECK: math.tanh
func.func @extent(%n: tensor<64xi64>, %w: tensor<32xf32>, %start: tensor<64xf32>) -> tensor<64xf32> {
  %r = linalg.generic {indexing_maps = [#row, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%n, %w : tensor<64xi64>, tensor<32xf32>) outs(%start : tensor<64xf32>) {
  ^bb0(%k: i64, %b: f32, %o: f32):
    %f = arith.sitofp %k : i64 to f32
    %t = math.tanh %f : f32
    %s = arith.addf %o, %t : f32
    linalg.yield %s : f32
  } -> tensor<64xf32>
  return %r : tensor<64xf32>
}
