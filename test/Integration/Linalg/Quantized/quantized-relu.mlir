// RUN: matrix-run %s --random=6 --check

// A quantized layer: bias and scale per column, integer clamp at 0.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<37x70xi8>, %b: tensor<70x53xi8>, %bias: tensor<53xi32>, %scale: tensor<53xf32>) -> tensor<37x53xi8> {
  %z = arith.constant 0 : i32
  %low = arith.constant 0 : i32
  %high = arith.constant 127 : i32
  %small = arith.constant 0.001 : f32
  %e = tensor.empty() : tensor<37x53xi32>
  %o = tensor.empty() : tensor<37x53xi8>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<37x53xi32>) -> tensor<37x53xi32>
  %m = linalg.matmul ins(%a, %b : tensor<37x70xi8>, tensor<70x53xi8>) outs(%f : tensor<37x53xi32>) -> tensor<37x53xi32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %bias, %scale : tensor<37x53xi32>, tensor<53xi32>, tensor<53xf32>) outs(%o : tensor<37x53xi8>) {
  ^bb0(%x: i32, %y: i32, %s: f32, %w: i8):
    %k = arith.mulf %s, %small : f32
    %0 = arith.addi %x, %y : i32
    %1 = arith.sitofp %0 : i32 to f32
    %2 = arith.mulf %1, %k : f32
    %3 = math.roundeven %2 : f32
    %4 = arith.fptosi %3 : f32 to i32
    %5 = arith.maxsi %4, %low : i32
    %6 = arith.minsi %5, %high : i32
    %7 = arith.trunci %6 : i32 to i8
    linalg.yield %7 : i8
  } -> tensor<37x53xi8>
  return %r : tensor<37x53xi8>
}
