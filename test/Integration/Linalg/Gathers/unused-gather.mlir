// RUN: matrix-run %s --random=6 --check

// A gather with an assertion whose result is not used, beside one that becomes
// a slice.

#i = affine_map<(i) -> (i)>
func.func @main(%t: tensor<40xf32>, %n: tensor<9xi8>) -> tensor<16xf32> {
  %c8 = arith.constant 8 : index
  %c40 = arith.constant 40 : index
  %e = tensor.empty() : tensor<9xf32>
  %unused = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]}
      ins(%n : tensor<9xi8>) outs(%e : tensor<9xf32>) {
  ^bb0(%k: i8, %o: f32):
    %wide = arith.index_castui %k : i8 to index
    %at = arith.remui %wide, %c40 : index
    %inside = arith.cmpi ult, %at, %c40 : index
    cf.assert %inside, "index out of range"
    %x = tensor.extract %t[%at] : tensor<40xf32>
    linalg.yield %x : f32
  } -> tensor<9xf32>
  %f = tensor.empty() : tensor<16xf32>
  %slice = linalg.generic {indexing_maps = [#i], iterator_types = ["parallel"]} outs(%f : tensor<16xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %at = arith.addi %i, %c8 : index
    %x = tensor.extract %t[%at] : tensor<40xf32>
    linalg.yield %x : f32
  } -> tensor<16xf32>
  return %slice : tensor<16xf32>
}
