// RUN: matrix-run %s --random=3 --check

// Results that the operation reads as well, in blocks of their rows; 37 and 53 have no divisors.
#x = affine_map<(i, j, k) -> (i, j, k)>
#s = affine_map<(i, j, k) -> (i, k)>
#w = affine_map<(i, j, k) -> (2 * i + j, k)>
#id = affine_map<(i, j) -> (i, j)>

func.func @main(%x: tensor<37x11x53xf64>, %init: tensor<37x53xf64>, %w: tensor<80x53xf64>, %a: tensor<300x70xi64>)
    -> (tensor<37x53xf64>, tensor<37x53xf64>, tensor<300x70xi64>, tensor<300x70xi1>) {
  %sum = linalg.generic {indexing_maps = [#x, #s], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<37x11x53xf64>) outs(%init : tensor<37x53xf64>) {
  ^bb0(%v: f64, %o: f64):
    %r = arith.addf %o, %v : f64
    linalg.yield %r : f64
  } -> tensor<37x53xf64>
  // Windows of 7 rows, each 2 after the one before.
  %window = tensor.empty() : tensor<7xf64>
  %sums = linalg.generic {indexing_maps = [#w, affine_map<(i, j, k) -> (j)>, #s], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%w, %window : tensor<80x53xf64>, tensor<7xf64>) outs(%sum : tensor<37x53xf64>) {
  ^bb0(%v: f64, %u: f64, %o: f64):
    %r = arith.subf %o, %v : f64
    linalg.yield %r : f64
  } -> tensor<37x53xf64>
  %c7 = arith.constant 7 : i64
  %e = tensor.empty() : tensor<300x70xi64>
  %b = tensor.empty() : tensor<300x70xi1>
  %rest:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<300x70xi64>) outs(%e, %b : tensor<300x70xi64>, tensor<300x70xi1>) {
  ^bb0(%v: i64, %o: i64, %p: i1):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %r = arith.remsi %v, %c7 : i64
    %q = arith.addi %r, %n : i64
    %d = arith.cmpi slt, %q, %c7 : i64
    linalg.yield %q, %d : i64, i1
  } -> (tensor<300x70xi64>, tensor<300x70xi1>)
  return %sum, %sums, %rest#0, %rest#1 : tensor<37x53xf64>, tensor<37x53xf64>, tensor<300x70xi64>, tensor<300x70xi1>
}
