// RUN: matrix-run %s --random=3 --check

// Dimensions that are read backwards: all of them, some in another order, of narrow types, rows of a line and more, sums of
// loops, as an indexing map and as elements that are extracted, also from a transposed tensor.

#id = affine_map<(i, j, k) -> (i, j, k)>
#ij = affine_map<(i, j) -> (i, j)>
func.func @main(%a: tensor<40x3x50xf32>, %b: tensor<9x12x17xi8>, %c: tensor<30x100xbf16>, %d: tensor<75xf32>)
    -> (tensor<50x40x3xf32>, tensor<12x9x17xi8>, tensor<30x100xbf16>, tensor<20x56xf32>, tensor<100x30xbf16>,
        tensor<17x9x12xi8>) {
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  %c29 = arith.constant 29 : index
  %c99 = arith.constant 99 : index
  %ae = tensor.empty() : tensor<50x40x3xf32>
  %ar = linalg.generic {indexing_maps = [affine_map<(x, y, z) -> (y, 2 - z, 49 - x)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%a : tensor<40x3x50xf32>) outs(%ae : tensor<50x40x3xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<50x40x3xf32>
  %be = tensor.empty() : tensor<12x9x17xi8>
  %br = linalg.generic {indexing_maps = [affine_map<(x, y, z) -> (8 - y, x, z)>, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%b : tensor<9x12x17xi8>) outs(%be : tensor<12x9x17xi8>) {
  ^bb0(%i: i8, %o: i8):
    linalg.yield %i : i8
  } -> tensor<12x9x17xi8>
  %ce = tensor.empty() : tensor<30x100xbf16>
  %cr = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%ce : tensor<30x100xbf16>) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %m = arith.subi %c29, %i : index
    %n = arith.subi %c99, %j : index
    %x = tensor.extract %c[%m, %n] : tensor<30x100xbf16>
    linalg.yield %x : bf16
  } -> tensor<30x100xbf16>
  %de = tensor.empty() : tensor<20x56xf32>
  %dr = linalg.generic {indexing_maps = [affine_map<(x, y) -> (74 - x - y)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%d : tensor<75xf32>) outs(%de : tensor<20x56xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<20x56xf32>
  %te = tensor.empty() : tensor<100x30xbf16>
  %t = linalg.transpose ins(%c : tensor<30x100xbf16>) outs(%te : tensor<100x30xbf16>) permutation = [1, 0]
  %tr = linalg.generic {indexing_maps = [#ij], iterator_types = ["parallel", "parallel"]} outs(%te : tensor<100x30xbf16>) {
  ^bb0(%o: bf16):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.subi %c29, %j : index
    %x = tensor.extract %t[%i, %n] : tensor<100x30xbf16>
    linalg.yield %x : bf16
  } -> tensor<100x30xbf16>
  %ue = tensor.empty() : tensor<17x9x12xi8>
  %u = linalg.transpose ins(%b : tensor<9x12x17xi8>) outs(%ue : tensor<17x9x12xi8>) permutation = [2, 0, 1]
  %ur = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel"]} outs(%ue : tensor<17x9x12xi8>) {
  ^bb0(%o: i8):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 2 : index
    %m = arith.subi %c8, %j : index
    %n = arith.subi %c11, %k : index
    %x = tensor.extract %u[%i, %m, %n] : tensor<17x9x12xi8>
    linalg.yield %x : i8
  } -> tensor<17x9x12xi8>
  return %ar, %br, %cr, %dr, %tr, %ur : tensor<50x40x3xf32>, tensor<12x9x17xi8>, tensor<30x100xbf16>, tensor<20x56xf32>,
      tensor<100x30xbf16>, tensor<17x9x12xi8>
}
