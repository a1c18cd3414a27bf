// RUN: matrix-run %s --random=3 --check
// RUN: matrix-run %s --random=3 --check --disable=staged-scalars

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>

// The table has the rows of the result, which become blocks of rows; 61 is prime.
func.func @main(%x: tensor<61x40xf32>, %n: tensor<61x50xi32>, %y: tensor<30x50xf32>, %z: tensor<40x61xf16>)
    -> (tensor<61x50xf32>, tensor<61x50xf32>, tensor<50x61xf16>) {
  %c40 = arith.constant 40 : i32
  %c30 = arith.constant 30 : i32
  %e = tensor.empty() : tensor<61x50xf32>
  %along_rows = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<61x50xi32>) outs(%e : tensor<61x50xf32>) {
  ^bb0(%k: i32, %o: f32):
    %i = linalg.index 0 : index
    %m = arith.remui %k, %c40 : i32
    %j = arith.index_cast %m : i32 to index
    %v = tensor.extract %x[%i, %j] : tensor<61x40xf32>
    linalg.yield %v : f32
  } -> tensor<61x50xf32>
  // The table has the columns of the result.
  %along_columns = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<61x50xi32>) outs(%e : tensor<61x50xf32>) {
  ^bb0(%k: i32, %o: f32):
    %j = linalg.index 1 : index
    %m = arith.remui %k, %c30 : i32
    %i = arith.index_cast %m : i32 to index
    %v = tensor.extract %y[%i, %j] : tensor<30x50xf32>
    linalg.yield %v : f32
  } -> tensor<61x50xf32>
  // Two loads of one table, of which one has the index of the loop twice.
  %t = tensor.empty() : tensor<50x61xf16>
  %both = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<61x50xi32>) outs(%t : tensor<50x61xf16>) {
  ^bb0(%k: i32, %o: f16):
    %j = linalg.index 1 : index
    %m = arith.remui %k, %c40 : i32
    %i = arith.index_cast %m : i32 to index
    %v = tensor.extract %z[%i, %j] : tensor<40x61xf16>
    %c1 = arith.constant 1 : index
    %r = arith.shrui %j, %c1 : index
    %w = tensor.extract %z[%r, %j] : tensor<40x61xf16>
    %s = arith.addf %v, %w : f16
    linalg.yield %s : f16
  } -> tensor<50x61xf16>
  return %along_rows, %along_columns, %both : tensor<61x50xf32>, tensor<61x50xf32>, tensor<50x61xf16>
}
