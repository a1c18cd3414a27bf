// RUN: matrix-run %s --random=3 --check

// Unsigned times signed bytes; conversion to float; the sum of products.
#ij = affine_map<(i, j) -> (i, j)>
#ik = affine_map<(i, j, k) -> (i, k)>
#kj = affine_map<(i, j, k) -> (k, j)>
#o = affine_map<(i, j, k) -> (i, j)>
func.func @main(%a: tensor<33x40xi8>, %b: tensor<40x47xi8>, %c: tensor<33x40xi8>, %d: tensor<33x40xi32>) -> (tensor<33x47xi32>, tensor<33x40xf32>, tensor<33x40xf32>, tensor<33x40xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<33x47xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<33x47xi32>) -> tensor<33x47xi32>
  %p = linalg.generic {indexing_maps = [#ik, #kj, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<33x40xi8>, tensor<40x47xi8>) outs(%z : tensor<33x47xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %m = arith.muli %xw, %yw : i32
    %s = arith.addi %acc, %m : i32
    linalg.yield %s : i32
  } -> tensor<33x47xi32>
  %ef = tensor.empty() : tensor<33x40xf32>
  %f = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<33x40xi8>) outs(%ef : tensor<33x40xf32>) {
  ^bb0(%x: i8, %o: f32):
    %y = arith.uitofp %x : i8 to f32
    linalg.yield %y : f32
  } -> tensor<33x40xf32>
  %g = linalg.generic {indexing_maps = [#ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<33x40xi8>) outs(%ef : tensor<33x40xf32>) {
  ^bb0(%x: i8, %o: f32):
    %y = arith.sitofp %x : i8 to f32
    linalg.yield %y : f32
  } -> tensor<33x40xf32>
  %ei = tensor.empty() : tensor<33x40xi32>
  %h = linalg.generic {indexing_maps = [#ij, #ij, #ij, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %c, %d : tensor<33x40xi8>, tensor<33x40xi8>, tensor<33x40xi32>) outs(%ei : tensor<33x40xi32>) {
  ^bb0(%x: i8, %y: i8, %w: i32, %o: i32):
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %m = arith.muli %xw, %yw : i32
    %s = arith.addi %w, %m : i32
    linalg.yield %s : i32
  } -> tensor<33x40xi32>
  return %p, %f, %g, %h : tensor<33x47xi32>, tensor<33x40xf32>, tensor<33x40xf32>, tensor<33x40xi32>
}
