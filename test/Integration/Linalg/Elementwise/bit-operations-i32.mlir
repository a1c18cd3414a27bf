// RUN: matrix-run %s --random=3 --check

// Integer operations: absolute value, logical shift right, or; comparisons with
// select.
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<33x45xi32>, %b: tensor<33x45xi32>) -> (tensor<33x45xi32>) {
  %r_e = tensor.empty() : tensor<33x45xi32>
  %r = linalg.generic {indexing_maps = [#ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<33x45xi32>, tensor<33x45xi32>) outs(%r_e : tensor<33x45xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %c5 = arith.constant 5 : i32
    %c7 = arith.constant 7 : i32
    %m = math.absi %x : i32
    %s = arith.shrui %x, %c5 : i32
    %d = arith.subi %m, %y : i32
    %q = arith.ori %d, %s : i32
    %k = arith.cmpi slt, %x, %y : i32
    %t = arith.select %k, %q, %d : i32
    %l = arith.cmpi sle, %t, %c7 : i32
    %u = arith.select %l, %x, %t : i32
    %e = arith.cmpi eq, %u, %y : i32
    %w = arith.select %e, %c5, %u : i32
    linalg.yield %w : i32
  } -> tensor<33x45xi32>
  return %r : tensor<33x45xi32>
}
