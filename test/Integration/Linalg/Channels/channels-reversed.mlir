// RUN: matrix-run %s --random=3 --check

// The input channels are read backwards.
#x = affine_map<(n, h, w, f, kh, kw, c) -> (n, h + kh, w + kw, 15 - c)>
#k = affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>
#o = affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>
func.func @main(%x: tensor<1x18x18x16xi8>, %y: tensor<3x3x16x16xi8>, %i: tensor<1x16x16x16xi32>) -> tensor<1x16x16x16xi32> {
  %r = linalg.generic {indexing_maps=[#x,#k,#o], iterator_types=["parallel","parallel","parallel","parallel","reduction","reduction","reduction"]} ins(%x, %y : tensor<1x18x18x16xi8>, tensor<3x3x16x16xi8>) outs(%i : tensor<1x16x16x16xi32>) {
  ^bb0(%p: i8, %q: i8, %o: i32):
    %u = arith.extsi %p : i8 to i32
    %v = arith.extsi %q : i8 to i32
    %m = arith.muli %u, %v : i32
    %s = arith.addi %o, %m : i32
    linalg.yield %s : i32
  } -> tensor<1x16x16x16xi32>
  return %r : tensor<1x16x16x16xi32>
}
