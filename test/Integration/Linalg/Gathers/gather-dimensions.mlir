// RUN: matrix-run %s --random=5 --check

// Elements by numbers of rows and columns that depend on separate loops:
// nearest and half-pixel resampling by floats, reversed and odd columns of
// bytes, windows of different sizes, and columns that the program computes.

#id = affine_map<(c, i, j) -> (c, i, j)>
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%t: tensor<5x9x11xf32>, %h: tensor<18x6x7xbf16>, %q: tensor<33x21xi8>, %x: tensor<19xf32>)
    -> (tensor<5x18x22xf32>, tensor<18x13x16xbf16>, tensor<33x17xi8>, tensor<5x4x11xf32>, tensor<33x19xi8>) {
  %c0 = arith.constant 0 : i64
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  %two = arith.constant 2.0 : f32
  %half = arith.constant 0.5 : f32
  %zero = arith.constant 0.0 : f32
  %ratio = arith.constant 0.4375 : f32

  // Nearest, twice as large.
  %e0 = tensor.empty() : tensor<5x18x22xf32>
  %nearest = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e0 : tensor<5x18x22xf32>) {
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
    %inside = arith.cmpi ult, %row, %c9 : index
    cf.assert %inside, "row out of range"
    %v = tensor.extract %t[%c, %row, %column] : tensor<5x9x11xf32>
    linalg.yield %v : f32
  } -> tensor<5x18x22xf32>

  // Half-pixel positions in both dimensions, clamped.
  %e1 = tensor.empty() : tensor<18x13x16xbf16>
  %resampled = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%e1 : tensor<18x13x16xbf16>) {
  ^bb0(%o: bf16):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %i0 = arith.index_cast %i : index to i32
    %i1 = arith.sitofp %i0 : i32 to f32
    %i2 = arith.addf %i1, %half : f32
    %i3 = arith.mulf %i2, %ratio : f32
    %i4 = arith.subf %i3, %half : f32
    %i5 = arith.maximumf %i4, %zero : f32
    %i6 = arith.fptosi %i5 : f32 to i32
    %row = arith.index_cast %i6 : i32 to index
    %j0 = arith.index_cast %j : index to i32
    %j1 = arith.sitofp %j0 : i32 to f32
    %j2 = arith.mulf %j1, %ratio : f32
    %j3 = arith.fptosi %j2 : f32 to i32
    %column = arith.index_cast %j3 : i32 to index
    %v = tensor.extract %h[%c, %row, %column] : tensor<18x6x7xbf16>
    linalg.yield %v : bf16
  } -> tensor<18x13x16xbf16>

  // Columns of bytes, by a table.
  %columns = arith.constant dense<[20, 19, 3, 3, 0, 1, 7, 11, 13, 2, 2, 2, 5, 16, 18, 4, 20]> : tensor<17xi64>
  %e2 = tensor.empty() : tensor<33x17xi8>
  %bytes = linalg.generic {indexing_maps = [#j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%columns : tensor<17xi64>) outs(%e2 : tensor<33x17xi8>) {
  ^bb0(%n: i64, %o: i8):
    %i = linalg.index 0 : index
    %column = arith.index_cast %n : i64 to index
    %v = tensor.extract %q[%i, %column] : tensor<33x21xi8>
    linalg.yield %v : i8
  } -> tensor<33x17xi8>

  // Sums of windows that start at rows 0, 1, 4 and 6.
  %windows = arith.constant dense<[[0, 1, 2], [1, 2, 3], [4, 5, 6], [6, 7, 8]]> : tensor<4x3xi64>
  %e3 = tensor.empty() : tensor<5x4x11xf32>
  %filled = linalg.fill ins(%zero : f32) outs(%e3 : tensor<5x4x11xf32>) -> tensor<5x4x11xf32>
  %sums = linalg.generic {
      indexing_maps = [affine_map<(c, i, j, k) -> (i, k)>, affine_map<(c, i, j, k) -> (c, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%windows : tensor<4x3xi64>) outs(%filled : tensor<5x4x11xf32>) {
  ^bb0(%n: i64, %o: f32):
    %c = linalg.index 0 : index
    %j = linalg.index 2 : index
    %row = arith.index_cast %n : i64 to index
    %v = tensor.extract %t[%c, %row, %j] : tensor<5x9x11xf32>
    %sum = arith.addf %o, %v : f32
    linalg.yield %sum : f32
  } -> tensor<5x4x11xf32>

  // Columns that the program computes.
  %bound = arith.constant 21.0 : f32
  %c21 = arith.constant 21 : i64
  %ie = tensor.empty() : tensor<19xi64>
  %numbers = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<19xf32>) outs(%ie : tensor<19xi64>) {
  ^bb0(%v: f32, %o: i64):
    %a = math.tanh %v : f32
    %b = arith.mulf %a, %bound : f32
    %n = arith.fptosi %b : f32 to i64
    linalg.yield %n : i64
  } -> tensor<19xi64>
  %e4 = tensor.empty() : tensor<33x19xi8>
  %computed = linalg.generic {indexing_maps = [#j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%numbers : tensor<19xi64>) outs(%e4 : tensor<33x19xi8>) {
  ^bb0(%n: i64, %o: i8):
    %i = linalg.index 0 : index
    %negative = arith.cmpi slt, %n, %c0 : i64
    %wrapped = arith.addi %n, %c21 : i64
    %chosen = arith.select %negative, %wrapped, %n : i64
    %inside = arith.cmpi slt, %chosen, %c21 : i64
    cf.assert %inside, "column out of range"
    %column = arith.index_cast %chosen : i64 to index
    %v = tensor.extract %q[%i, %column] : tensor<33x21xi8>
    linalg.yield %v : i8
  } -> tensor<33x19xi8>
  return %nearest, %resampled, %bytes, %sums, %computed
      : tensor<5x18x22xf32>, tensor<18x13x16xbf16>, tensor<33x17xi8>, tensor<5x4x11xf32>, tensor<33x19xi8>
}
