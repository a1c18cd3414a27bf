// Gathers along dimensions: slices, rows by known numbers, numbers that the
// program computes, and what stays.
//
// RUN: matrix-opt %s -pass-pipeline='builtin.module(matrix-set-target{cpu=base},func.func(matrix-fold-gathers))' -split-input-file | FileCheck %s
//
// RUN: matrix-opt %s -pass-pipeline='builtin.module(matrix-set-target{cpu=qkv},func.func(matrix-fold-gathers))' -split-input-file | FileCheck %s --check-prefix=ROWS

#id = affine_map<(c, i, j) -> (c, i, j)>

// Every row and column twice, by floats as torch-mlir emits them. The
// assertions hold, and go.
// CHECK-LABEL: func @nearest
// CHECK-NOT: cf.assert
// CHECK-NOT: tensor.extract %
// CHECK: linalg.broadcast
// ROWS-LABEL: func @nearest
// ROWS-NOT: tensor.extract %
func.func @nearest(%t: tensor<3x8x8xf32>) -> tensor<3x16x16xf32> {
  %two = arith.constant 2.0 : f32
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<3x16x16xf32>
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e : tensor<3x16x16xf32>) {
  ^bb0(%o: f32):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %i0 = arith.index_cast %i : index to i64
    %i1 = arith.sitofp %i0 : i64 to f32
    %i2 = arith.divf %i1, %two : f32
    %i3 = math.floor %i2 : f32
    %i4 = arith.fptosi %i3 : f32 to i64
    %row = arith.index_cast %i4 : i64 to index
    %column = arith.divsi %j, %c2 : index
    %inside = arith.cmpi ult, %row, %c8 : index
    cf.assert %inside, "index out of range"
    %x = tensor.extract %t[%c, %row, %column] : tensor<3x8x8xf32>
    linalg.yield %x : f32
  } -> tensor<3x16x16xf32>
  return %r : tensor<3x16x16xf32>
}

// -----

// Known numbers outside of a progression: rows of the transposed tensor. Without DMA
// rows are not gathered.
// CHECK-LABEL: func @table
// CHECK: %[[N:.*]] = arith.constant dense<[3, 0, 2, 2, 7, 5]> : tensor<6xi64>
// CHECK: %[[T:.*]] = linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: linalg.generic {{.*}} ins(%[[N]] : tensor<6xi64>) outs(%{{.*}} : tensor<6x1x160xf32>)
// CHECK: tensor.extract
// CHECK: linalg.transpose {{.*}} permutation = [1, 0, 2]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<20x6x8xf32>)
// CHECK-NOT: tensor.extract %
// CHECK: return
// ROWS-LABEL: func @table
// ROWS-NOT: linalg.transpose
// ROWS: tensor.extract %arg0
#i = affine_map<(c, i, j) -> (i)>
#id = affine_map<(c, i, j) -> (c, i, j)>
func.func @table(%t: tensor<20x8x8xf32>) -> tensor<20x6x8xf32> {
  %n = arith.constant dense<[3, 0, 2, 2, 7, 5]> : tensor<6xi32>
  %e = tensor.empty() : tensor<20x6x8xf32>
  %r = linalg.generic {indexing_maps = [#i, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%n : tensor<6xi32>) outs(%e : tensor<20x6x8xf32>) {
  ^bb0(%k: i32, %o: f32):
    %c = linalg.index 0 : index
    %j = linalg.index 2 : index
    %row = arith.index_cast %k : i32 to index
    %x = tensor.extract %t[%c, %row, %j] : tensor<20x8x8xf32>
    linalg.yield %x : f32
  } -> tensor<20x6x8xf32>
  return %r : tensor<20x6x8xf32>
}

// -----

// Windows of different sizes: the numbers depend on two loops.
// CHECK-LABEL: func @windows
// CHECK: %[[N:.*]] = arith.constant dense<[0, 1, 2, 1, 2, 3, 3, 4, 5]> : tensor<9xi64>
// CHECK: linalg.generic {{.*}} ins(%[[N]] : tensor<9xi64>) outs(%{{.*}} : tensor<9x1x20xf32>)
// CHECK: tensor.expand_shape {{.*}} into tensor<20x3x3xf32>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<20x3x3xf32>) outs(%{{.*}} : tensor<20x3xf32>)
#first = affine_map<(c, i, k) -> (i)>
#id = affine_map<(c, i, k) -> (c, i, k)>
#out = affine_map<(c, i, k) -> (c, i)>
func.func @windows(%t: tensor<20x6xf32>, %y: tensor<20x3xf32>) -> tensor<20x3xf32> {
  %starts = arith.constant dense<[0, 1, 3]> : tensor<3xindex>
  %s = tensor.empty() : tensor<3xf32>
  %w = tensor.empty() : tensor<20x3x3xf32>
  %r = linalg.generic {indexing_maps = [#first, #id, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%starts, %w : tensor<3xindex>, tensor<20x3x3xf32>) outs(%y : tensor<20x3xf32>) {
  ^bb0(%start: index, %shape: f32, %o: f32):
    %c = linalg.index 0 : index
    %k = linalg.index 2 : index
    %at = arith.addi %start, %k : index
    %x = tensor.extract %t[%c, %at] : tensor<20x6xf32>
    %sum = arith.addf %o, %x : f32
    linalg.yield %sum : f32
  } -> tensor<20x3xf32>
  return %r : tensor<20x3xf32>
}

// -----

// Numbers of columns that the program computes are determined once for each
// column, with the assertion about them.
// CHECK-LABEL: func @computed
// CHECK: %[[N:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<9xi32>) outs(%{{.*}} : tensor<9xi64>)
// CHECK: arith.cmpi slt
// CHECK: cf.assert
// CHECK: linalg.transpose
// CHECK: linalg.generic {{.*}} ins(%[[N]] : tensor<9xi64>) outs(%{{.*}} : tensor<9x1x40xf32>)
// CHECK: linalg.generic
// CHECK-NOT: cf.assert
// CHECK: return
// ROWS-LABEL: func @computed
// ROWS-NOT: linalg.transpose
#j = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @computed(%t: tensor<40x7xf32>, %n: tensor<9xi32>) -> tensor<40x9xf32> {
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<40x9xf32>
  %r = linalg.generic {indexing_maps = [#j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<9xi32>) outs(%e : tensor<40x9xf32>) {
  ^bb0(%k: i32, %o: f32):
    %i = linalg.index 0 : index
    %inside = arith.cmpi slt, %k, %c7 : i32
    cf.assert %inside, "index out of range"
    %column = arith.index_cast %k : i32 to index
    %x = tensor.extract %t[%i, %column] : tensor<40x7xf32>
    linalg.yield %x : f32
  } -> tensor<40x9xf32>
  return %r : tensor<40x9xf32>
}

// -----

// A number that is out of range: the assertion fails when the program runs.
// CHECK-LABEL: func @outside
// CHECK: cf.assert
// CHECK: tensor.extract %arg0
#i = affine_map<(i) -> (i)>
func.func @outside(%t: tensor<8xf32>) -> tensor<3xf32> {
  %n = arith.constant dense<[3, 0, 8]> : tensor<3xindex>
  %c8 = arith.constant 8 : index
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%n : tensor<3xindex>) outs(%e : tensor<3xf32>) {
  ^bb0(%k: index, %o: f32):
    %inside = arith.cmpi ult, %k, %c8 : index
    cf.assert %inside, "index out of range"
    %x = tensor.extract %t[%k] : tensor<8xf32>
    linalg.yield %x : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

// One loop selects in two dimensions.
// CHECK-LABEL: func @diagonal
// CHECK: tensor.extract %arg0
#i = affine_map<(i) -> (i)>
func.func @diagonal(%t: tensor<40x40xf32>, %n: tensor<30xi64>) -> tensor<30xf32> {
  %e = tensor.empty() : tensor<30xf32>
  %r = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%n : tensor<30xi64>) outs(%e : tensor<30xf32>) {
  ^bb0(%k: i64, %o: f32):
    %at = arith.index_cast %k : i64 to index
    %x = tensor.extract %t[%at, %at] : tensor<40x40xf32>
    linalg.yield %x : f32
  } -> tensor<30xf32>
  return %r : tensor<30xf32>
}

// -----

// The loops on which a region depends are not known.
// CHECK-LABEL: func @branch
// CHECK: tensor.extract %arg0
#j = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @branch(%t: tensor<16x64xf32>, %n: tensor<40xindex>) -> tensor<16x40xf32> {
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %e = tensor.empty() : tensor<16x40xf32>
  %r = linalg.generic {indexing_maps = [#j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<40xindex>) outs(%e : tensor<16x40xf32>) {
  ^bb0(%k: index, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %left = arith.cmpi slt, %j, %c20 : index
    %at = scf.if %left -> (index) {
      %half = arith.divui %k, %c2 : index
      scf.yield %half : index
    } else {
      scf.yield %k : index
    }
    %x = tensor.extract %t[%i, %at] : tensor<16x64xf32>
    linalg.yield %x : f32
  } -> tensor<16x40xf32>
  return %r : tensor<16x40xf32>
}
