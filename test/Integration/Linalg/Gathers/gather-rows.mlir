// RUN: matrix-run %s --random=4 --check

// Rows of tables by numbers that the body computes: an odd number of rows,
// negative numbers, two numbers for a row, rows of several dimensions, bytes,
// and numbers that scalar code writes before.

#i = affine_map<(i, j) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#pair = affine_map<(i, j, k, l) -> (i, j)>
#second = affine_map<(i, j, k, l) -> (j)>
#all = affine_map<(i, j, k, l) -> (i, j, k, l)>
func.func @main(%t: tensor<40x33xf32>, %cube: tensor<7x9x3x17xbf16>, %q: tensor<40x130xi8>, %n: tensor<45xf32>)
    -> (tensor<45x33xf32>, tensor<5x4x3x17xbf16>, tensor<45x130xi8>) {
  %c0 = arith.constant 0 : i64
  %c40 = arith.constant 40 : i64
  %c7 = arith.constant 7 : i32
  %scale = arith.constant 9.0 : f32
  %ie = tensor.empty() : tensor<45xi64>
  %numbers = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%n : tensor<45xf32>) outs(%ie : tensor<45xi64>) {
  ^bb0(%x: f32, %o: i64):
    %bounded = math.tanh %x : f32
    %scaled = arith.mulf %bounded, %scale : f32
    %number = arith.fptosi %scaled : f32 to i64
    linalg.yield %number : i64
  } -> tensor<45xi64>
  %e = tensor.empty() : tensor<45x33xf32>
  %rows = linalg.generic {indexing_maps = [#i, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%numbers : tensor<45xi64>) outs(%e : tensor<45x33xf32>) {
  ^bb0(%k: i64, %o: f32):
    %isNegative = arith.cmpi slt, %k, %c0 : i64
    %wrapped = arith.addi %k, %c40 : i64
    %chosen = arith.select %isNegative, %wrapped, %k : i64
    %row = arith.index_cast %chosen : i64 to index
    %column = linalg.index 1 : index
    %x = tensor.extract %t[%row, %column] : tensor<40x33xf32>
    linalg.yield %x : f32
  } -> tensor<45x33xf32>
  %a = arith.constant dense<[[6, 0, 3, 1], [2, 2, 5, 4], [0, 0, 0, 6], [1, 5, 3, 2], [4, 4, 1, 0]]> : tensor<5x4xi32>
  %b = arith.constant dense<[8, 0, 3, 5]> : tensor<4xi32>
  %ce = tensor.empty() : tensor<5x4x3x17xbf16>
  %parts = linalg.generic {indexing_maps = [#pair, #second, #all],
                           iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a, %b : tensor<5x4xi32>, tensor<4xi32>) outs(%ce : tensor<5x4x3x17xbf16>) {
  ^bb0(%x: i32, %y: i32, %o: bf16):
    %first = arith.index_cast %x : i32 to index
    %second = arith.index_cast %y : i32 to index
    %k = linalg.index 2 : index
    %l = linalg.index 3 : index
    %v = tensor.extract %cube[%first, %second, %k, %l] : tensor<7x9x3x17xbf16>
    linalg.yield %v : bf16
  } -> tensor<5x4x3x17xbf16>
  %qe = tensor.empty() : tensor<45x130xi8>
  %bytes = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%qe : tensor<45x130xi8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %column = linalg.index 1 : index
    %k = tensor.extract %numbers[%i] : tensor<45xi64>
    %square = arith.muli %k, %k : i64
    %half = arith.divui %square, %c40 : i64
    %row = arith.index_cast %half : i64 to index
    %x = tensor.extract %q[%row, %column] : tensor<40x130xi8>
    linalg.yield %x : i8
  } -> tensor<45x130xi8>
  return %rows, %parts, %bytes : tensor<45x33xf32>, tensor<5x4x3x17xbf16>, tensor<45x130xi8>
}
