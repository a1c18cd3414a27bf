// RUN: matrix-run %s --random=22 --check

// Gathers of rows and of elements with checked indices, and a check of which only the
// assertion remains, because nothing uses its result.
#one = affine_map<(i) -> (i)>
#row = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%rows: tensor<19xi64>, %table: tensor<13x21xf32>) -> (tensor<19x21xf32>, tensor<19x2xf32>) {
  %e = tensor.empty() : tensor<19x21xf32>
  %e2 = tensor.empty() : tensor<19x2xf32>
  %c13 = arith.constant 13 : index
  %n13 = arith.constant 13 : i64
  %en = tensor.empty() : tensor<19xi64>
  %inside = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%rows : tensor<19xi64>) outs(%en : tensor<19xi64>) {
  ^bb0(%x: i64, %o: i64):
    %v = arith.remui %x, %n13 : i64
    linalg.yield %v : i64
  } -> tensor<19xi64>
  %g = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%inside : tensor<19xi64>) outs(%e : tensor<19x21xf32>) {
  ^bb0(%x: i64, %o: f32):
    %i = arith.index_cast %x : i64 to index
    %j = linalg.index 1 : index
    %ok = arith.cmpi ult, %i, %c13 : index
    cf.assert %ok, "index out of range"
    %v = tensor.extract %table[%i, %j] : tensor<13x21xf32>
    linalg.yield %v : f32
  } -> tensor<19x21xf32>
  %unused = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%inside : tensor<19xi64>) outs(%e : tensor<19x21xf32>) {
  ^bb0(%x: i64, %o: f32):
    %i = arith.index_cast %x : i64 to index
    %j = linalg.index 1 : index
    %ok = arith.cmpi ule, %i, %c13 : index
    cf.assert %ok, "another index out of range"
    %v = tensor.extract %table[%i, %j] : tensor<13x21xf32>
    linalg.yield %v : f32
  } -> tensor<19x21xf32>
  %two = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%inside : tensor<19xi64>) outs(%e2 : tensor<19x2xf32>) {
  ^bb0(%x: i64, %o: f32):
    %i = arith.index_cast %x : i64 to index
    %v = tensor.extract %table[%i, %i] : tensor<13x21xf32>
    linalg.yield %v : f32
  } -> tensor<19x2xf32>
  return %g, %two : tensor<19x21xf32>, tensor<19x2xf32>
}
