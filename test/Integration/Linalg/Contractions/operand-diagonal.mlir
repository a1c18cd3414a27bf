// RUN: matrix-run %s --random=3 --check

// Row and plane of the left operand are equal.
#a = affine_map<(d0, d1, d2) -> (d0, d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @main(%x: tensor<32x32x32xi8>, %y: tensor<32x32xi8>, %i: tensor<32x32xi32>) -> tensor<32x32xi32> {
  %r = linalg.generic {indexing_maps=[#a,#b,#c], iterator_types=["parallel","parallel","reduction"]} ins(%x, %y : tensor<32x32x32xi8>, tensor<32x32xi8>) outs(%i : tensor<32x32xi32>) {
  ^bb0(%p: i8, %q: i8, %o: i32):
    %u = arith.extsi %p : i8 to i32
    %v = arith.extsi %q : i8 to i32
    %m = arith.muli %u, %v : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<32x32xi32>
  return %r : tensor<32x32xi32>
}
