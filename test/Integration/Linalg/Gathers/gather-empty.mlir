// RUN: matrix-run %s --random=3 --check

// Gathers without elements: by indices that follow from those of loops, of which one has
// no iterations, and by data from a tensor without elements.
func.func @main(%t: tensor<8x4xf32>, %u: tensor<0x8x4xf32>, %k: tensor<5xi64>)
    -> (tensor<0x4xf32>, tensor<0x5x4xf32>) {
  %e = tensor.empty() : tensor<0x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]} outs(%e : tensor<0x4xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %x = tensor.extract %t[%i, %j] : tensor<8x4xf32>
    linalg.yield %x : f32
  } -> tensor<0x4xf32>
  %f = tensor.empty() : tensor<0x5x4xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (b)>, affine_map<(a, b, c) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
       ins(%k : tensor<5xi64>) outs(%f : tensor<0x5x4xf32>) {
  ^bb0(%n: i64, %o: f32):
    %a = linalg.index 0 : index
    %c = linalg.index 2 : index
    %b = arith.index_cast %n : i64 to index
    %x = tensor.extract %u[%a, %b, %c] : tensor<0x8x4xf32>
    linalg.yield %x : f32
  } -> tensor<0x5x4xf32>
  return %r, %s : tensor<0x4xf32>, tensor<0x5x4xf32>
}
