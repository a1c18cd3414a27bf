// RUN: matrix-run %s --random=7 --check

// Integers: a contraction feeds the rows of a reduction, and another one multiplies what
// follows from it.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#lhs = affine_map<(i, n, j) -> (i, j)>
#rhs = affine_map<(i, n, j) -> (n, j)>
#out = affine_map<(i, n, j) -> (i, n)>
func.func @main(%x: tensor<100x30xi8>, %w: tensor<130x30xi8>, %u: tensor<20x130xi8>) -> tensor<100x20xi32> {
  %zero = arith.constant 0 : i32
  %least = arith.constant -2147483648 : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %shift = arith.constant 7 : i32
  %e = tensor.empty() : tensor<100x130xi32>
  %er = tensor.empty() : tensor<100xi32>
  %e8 = tensor.empty() : tensor<100x130xi8>
  %zeros = linalg.fill ins(%zero : i32) outs(%e : tensor<100x130xi32>) -> tensor<100x130xi32>
  %s = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<100x30xi8>, tensor<130x30xi8>) outs(%zeros : tensor<100x130xi32>) {
  ^bb0(%a: i8, %b: i8, %acc: i32):
    %ae = arith.extsi %a : i8 to i32
    %be = arith.extsi %b : i8 to i32
    %m = arith.muli %ae, %be : i32
    %r = arith.addi %acc, %m : i32
    linalg.yield %r : i32
  } -> tensor<100x130xi32>
  %init = linalg.fill ins(%least : i32) outs(%er : tensor<100xi32>) -> tensor<100xi32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<100x130xi32>) outs(%init : tensor<100xi32>) {
  ^bb0(%a: i32, %acc: i32):
    %r = arith.maxsi %a, %acc : i32
    linalg.yield %r : i32
  } -> tensor<100xi32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %max : tensor<100x130xi32>, tensor<100xi32>) outs(%e8 : tensor<100x130xi8>) {
  ^bb0(%a: i32, %b: i32, %o: i8):
    %y = arith.subi %a, %b : i32
    %z = arith.shrsi %y, %shift : i32
    %l = arith.maxsi %z, %low : i32
    %h = arith.minsi %l, %high : i32
    %r = arith.trunci %h : i32 to i8
    linalg.yield %r : i8
  } -> tensor<100x130xi8>
  %eo = tensor.empty() : tensor<100x20xi32>
  %zeros_o = linalg.fill ins(%zero : i32) outs(%eo : tensor<100x20xi32>) -> tensor<100x20xi32>
  %p = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %u : tensor<100x130xi8>, tensor<20x130xi8>) outs(%zeros_o : tensor<100x20xi32>) {
  ^bb0(%a: i8, %b: i8, %acc: i32):
    %ae = arith.extsi %a : i8 to i32
    %be = arith.extsi %b : i8 to i32
    %m = arith.muli %ae, %be : i32
    %r = arith.addi %acc, %m : i32
    linalg.yield %r : i32
  } -> tensor<100x20xi32>
  return %p : tensor<100x20xi32>
}
