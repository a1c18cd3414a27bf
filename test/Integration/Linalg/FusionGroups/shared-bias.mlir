// RUN: matrix-run %s --random=3 --check

// Scalar code writes into a tensor that two fusion groups read, one before and one
// after the write.
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%x: tensor<20x24xf32>) -> (tensor<20x24xf32>, tensor<20x24xf32>) {
  %e = tensor.empty() : tensor<20x24xf32>
  %b = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<20x24xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    linalg.yield %f : f32
  } -> tensor<20x24xf32>
  %y = linalg.add ins(%x, %b : tensor<20x24xf32>, tensor<20x24xf32>) outs(%e : tensor<20x24xf32>) -> tensor<20x24xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<20x24xf32>) outs(%b : tensor<20x24xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %p = arith.mulf %f, %o : f32
    %q = arith.subf %v, %p : f32
    linalg.yield %q : f32
  } -> tensor<20x24xf32>
  %z = linalg.sub ins(%y, %b : tensor<20x24xf32>, tensor<20x24xf32>) outs(%e : tensor<20x24xf32>) -> tensor<20x24xf32>
  return %s, %z : tensor<20x24xf32>, tensor<20x24xf32>
}
