// RUN: matrix-run %s --random=3 --check

// Arguments and results that files hold as other types: scalars, elements of
// type index, and integers of 4 and 17 bits.
func.func @main(%x: tensor<9x7xf32>, %s: f32, %n: index, %i: tensor<5xindex>, %q: tensor<6x9xi4>, %w: tensor<9x4xi4>)
    -> (tensor<5x7xf32>, f32, tensor<5xindex>, tensor<6x9xi4>, tensor<6x4xi17>, i1) {
  %c9 = arith.constant 9 : index
  %c7 = arith.constant dense<9> : tensor<5xindex>
  %rows = arith.remui %i, %c7 : tensor<5xindex>
  %e = tensor.empty() : tensor<5x7xf32>
  %g = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<5xindex>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%r: index, %o: f32):
    %j = linalg.index 1 : index
    %v = tensor.extract %x[%r, %j] : tensor<9x7xf32>
    %m = arith.mulf %v, %s : f32
    linalg.yield %m : f32
  } -> tensor<5x7xf32>
  %k = arith.remui %n, %c9 : index
  %c0 = arith.constant 0 : index
  %first = tensor.extract %x[%k, %c0] : tensor<9x7xf32>
  %isLess = arith.cmpf olt, %first, %s : f32
  %square = arith.muli %q, %q : tensor<6x9xi4>
  %zero = arith.constant 0 : i17
  %ep = tensor.empty() : tensor<6x4xi17>
  %f = linalg.fill ins(%zero : i17) outs(%ep : tensor<6x4xi17>) -> tensor<6x4xi17>
  %p = linalg.matmul ins(%q, %w : tensor<6x9xi4>, tensor<9x4xi4>) outs(%f : tensor<6x4xi17>) -> tensor<6x4xi17>
  return %g, %first, %rows, %square, %p, %isLess
      : tensor<5x7xf32>, f32, tensor<5xindex>, tensor<6x9xi4>, tensor<6x4xi17>, i1
}
