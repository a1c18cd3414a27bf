// RUN: matrix-run %s --random=5 --check=f64
// RUN: matrix-run %s --random=5 --check=f64 --mcpu=gemmini

// Results that cover a part of their init only: its other elements remain, also
// of an init that is read afterwards.
#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<8x16xf32>, %y: tensor<16x4xf32>, %v: tensor<9xf64>, %t: tensor<8x4xf32>)
    -> (tensor<8x4xf32>, tensor<4x9xf64>, tensor<20x12xf32>, tensor<9x9xf64>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x9xf64>) {
  %one = arith.constant 1.0 : f32

  // A column of an initial value.
  %column = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0, 0)>], iterator_types = ["parallel"]}
      outs(%t : tensor<8x4xf32>) {
  ^bb0(%o: f32):
    linalg.yield %one : f32
  } -> tensor<8x4xf32>
  %product = linalg.matmul ins(%x, %y : tensor<8x16xf32>, tensor<16x4xf32>)
      outs(%column : tensor<8x4xf32>) -> tensor<8x4xf32>

  // A row of a fill.
  %two = arith.constant 2.0 : f64
  %e1 = tensor.empty() : tensor<4x9xf64>
  %filled = linalg.fill ins(%two : f64) outs(%e1 : tensor<4x9xf64>) -> tensor<4x9xf64>
  %row = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (2, d0)>], iterator_types = ["parallel"]}
      ins(%v : tensor<9xf64>) outs(%filled : tensor<4x9xf64>) {
  ^bb0(%i: f64, %o: f64):
    linalg.yield %i : f64
  } -> tensor<4x9xf64>

  // Every second row, in reversed columns.
  %e2 = tensor.empty() : tensor<20x12xf32>
  %ones = linalg.fill ins(%one : f32) outs(%e2 : tensor<20x12xf32>) -> tensor<20x12xf32>
  %spread = linalg.generic {indexing_maps = [#same, affine_map<(d0, d1) -> (d0 * 2 + 3, 11 - d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<8x4xf32>) outs(%ones : tensor<20x12xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.mulf %i, %i : f32
    linalg.yield %s : f32
  } -> tensor<20x12xf32>

  // A diagonal.
  %e3 = tensor.empty() : tensor<9x9xf64>
  %square = linalg.fill ins(%two : f64) outs(%e3 : tensor<9x9xf64>) -> tensor<9x9xf64>
  %diagonal = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0, d0)>], iterator_types = ["parallel"]}
      ins(%v : tensor<9xf64>) outs(%square : tensor<9x9xf64>) {
  ^bb0(%i: f64, %o: f64):
    linalg.yield %i : f64
  } -> tensor<9x9xf64>

  // One result of two.
  %e4 = tensor.empty() : tensor<8x4xf32>
  %both:2 = linalg.generic {indexing_maps = [#same, #same, affine_map<(d0, d1) -> (d0, 3 - d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<8x4xf32>) outs(%e4, %column : tensor<8x4xf32>, tensor<8x4xf32>) {
  ^bb0(%i: f32, %o: f32, %p: f32):
    %s = arith.addf %i, %one : f32
    linalg.yield %s, %i : f32, f32
  } -> (tensor<8x4xf32>, tensor<8x4xf32>)

  // A read that simplification removes.
  %e5 = tensor.empty() : tensor<4x9xf64>
  %others = linalg.fill ins(%two : f64) outs(%e5 : tensor<4x9xf64>) -> tensor<4x9xf64>
  %selected = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (1, d0)>], iterator_types = ["parallel"]}
      ins(%v : tensor<9xf64>) outs(%others : tensor<4x9xf64>) {
  ^bb0(%i: f64, %o: f64):
    %true = arith.constant true
    %s = arith.select %true, %i, %o : f64
    linalg.yield %s : f64
  } -> tensor<4x9xf64>
  return %product, %row, %spread, %diagonal, %both#0, %both#1, %selected
      : tensor<8x4xf32>, tensor<4x9xf64>, tensor<20x12xf32>, tensor<9x9xf64>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<4x9xf64>
}
