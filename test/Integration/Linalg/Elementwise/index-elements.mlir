// RUN: matrix-run %s --random=3 --check

// Elements of type index have no tile format; the sum of their truncations is
// a reduction.
#one = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
func.func @main(%x: tensor<40xi32>) -> (tensor<40xi32>, tensor<i32>) {
  %c3 = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %n = tensor.empty() : tensor<40xindex>
  %numbers = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<40xi32>) outs(%n : tensor<40xindex>) {
  ^bb0(%a: i32, %o: index):
    %b = arith.andi %a, %c3 : i32
    %i = arith.index_cast %b : i32 to index
    linalg.yield %i : index
  } -> tensor<40xindex>
  %e = tensor.empty() : tensor<40xi32>
  %gathered = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%numbers : tensor<40xindex>) outs(%e : tensor<40xi32>) {
  ^bb0(%i: index, %o: i32):
    %v = tensor.extract %x[%i] : tensor<40xi32>
    linalg.yield %v : i32
  } -> tensor<40xi32>
  %se = tensor.empty() : tensor<i32>
  %s0 = linalg.fill ins(%zero : i32) outs(%se : tensor<i32>) -> tensor<i32>
  %sum = linalg.generic {indexing_maps = [#one, #none], iterator_types = ["reduction"]}
      ins(%numbers : tensor<40xindex>) outs(%s0 : tensor<i32>) {
  ^bb0(%i: index, %acc: i32):
    %b = arith.index_cast %i : index to i32
    %r = arith.addi %acc, %b : i32
    linalg.yield %r : i32
  } -> tensor<i32>
  return %gathered, %sum : tensor<40xi32>, tensor<i32>
}
