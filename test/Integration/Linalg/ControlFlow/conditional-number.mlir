// RUN: matrix-run %s --random --check

// A branch of a condition reads a number of rank 0, which becomes an input of
// the operation.
func.func @main(%x: tensor<9x33xf32>, %n: tensor<f32>) -> tensor<9x33xf32> {
  %empty = tensor.empty() : tensor<9x33xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<9x33xf32>) outs(%empty : tensor<9x33xf32>) {
  ^bb0(%a: f32, %o: f32):
    %zero = arith.constant 0.0 : f32
    %isPositive = arith.cmpf ogt, %a, %zero : f32
    %s = scf.if %isPositive -> f32 {
      %k = tensor.extract %n[] : tensor<f32>
      %sum = arith.addf %a, %k : f32
      scf.yield %sum : f32
    } else {
      scf.yield %a : f32
    }
    linalg.yield %s : f32
  } -> tensor<9x33xf32>
  return %r : tensor<9x33xf32>
}
