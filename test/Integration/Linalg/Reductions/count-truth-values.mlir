// RUN: matrix-run %s --random --check

// The number of smaller elements in each row, and of all that are negative, and the sum of bytes, in 64 bits.
func.func @main(%x: tensor<19x37xf32>, %b: tensor<19x37xi8>) -> (tensor<19xi64>, tensor<i64>, tensor<37xi64>) {
  %zero = arith.constant 0.0 : f32
  %i0 = arith.constant 0 : i64
  %i5 = arith.constant 5 : i64
  %e = tensor.empty() : tensor<19xi64>
  %f = linalg.fill ins(%i0 : i64) outs(%e : tensor<19xi64>) -> tensor<19xi64>
  %first = tensor.extract_slice %x[0, 0] [19, 1] [1, 1] : tensor<19x37xf32> to tensor<19xf32>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %first : tensor<19x37xf32>, tensor<19xf32>) outs(%f : tensor<19xi64>) {
  ^bb0(%v: f32, %w: f32, %o: i64):
    %c = arith.cmpf olt, %v, %w : f32
    %n = arith.extui %c : i1 to i64
    %s = arith.addi %n, %o : i64
    linalg.yield %s : i64
  } -> tensor<19xi64>
  %ae = tensor.empty() : tensor<i64>
  %af = linalg.fill ins(%i5 : i64) outs(%ae : tensor<i64>) -> tensor<i64>
  %all = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<19x37xf32>) outs(%af : tensor<i64>) {
  ^bb0(%v: f32, %o: i64):
    %c = arith.cmpf olt, %v, %zero : f32
    %n = arith.extui %c : i1 to i64
    %s = arith.addi %n, %o : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  %ce = tensor.empty() : tensor<37xi64>
  %cf = linalg.fill ins(%i0 : i64) outs(%ce : tensor<37xi64>) -> tensor<37xi64>
  %columns = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<19x37xi8>) outs(%cf : tensor<37xi64>) {
  ^bb0(%v: i8, %o: i64):
    %n = arith.extsi %v : i8 to i64
    %s = arith.addi %o, %n : i64
    linalg.yield %s : i64
  } -> tensor<37xi64>
  return %rows, %all, %columns : tensor<19xi64>, tensor<i64>, tensor<37xi64>
}
