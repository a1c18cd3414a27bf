// RUN: matrix-run %s --random=7 --check
// RUN: matrix-run %s --random=7 --check --mcpu=gemmini

// An operation that updates its init is read repeatedly: each element is
// updated once.
func.func @main(%x: tensor<5xi32>, %y: tensor<9xi32>, %t: tensor<5xi32>) -> tensor<9xi32> {
  %sum = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5xi32>) outs(%t : tensor<5xi32>) {
  ^bb0(%a: i32, %o: i32):
    %s = arith.addi %o, %a : i32
    linalg.yield %s : i32
  } -> tensor<5xi32>
  %empty = tensor.empty() : tensor<9xi32>
  %product = linalg.generic {indexing_maps = [affine_map<(i) -> (i floordiv 3)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%sum, %y : tensor<5xi32>, tensor<9xi32>) outs(%empty : tensor<9xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %m = arith.maxui %a, %b : i32
    %p = arith.muli %m, %a : i32
    linalg.yield %p : i32
  } -> tensor<9xi32>
  return %product : tensor<9xi32>
}
