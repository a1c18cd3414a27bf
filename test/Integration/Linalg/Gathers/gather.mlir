// RUN: matrix-run %s --random=3 --check

// Gather: an index is read from a tensor.
func.func @main(%i: tensor<5xi64>, %t: tensor<10x8xf32>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %0 = linalg.generic {indexing_maps=[affine_map<(i,j)->(i)>,affine_map<(i,j)->(i,j)>], iterator_types=["parallel","parallel"]} ins(%i : tensor<5xi64>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%x: i64, %o: f32):
    %k = arith.index_cast %x : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%k, %j] : tensor<10x8xf32>
    linalg.yield %v : f32
  } -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32> }
