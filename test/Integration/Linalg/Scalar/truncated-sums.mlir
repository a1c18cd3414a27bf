// Products and sums in 64 bits, of which the low 32 are used: they overflow 32 bits.
// RUN: matrix-run %s --random=3 --check

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#i = affine_map<(i) -> (i)>
#lhs = affine_map<(m, n, k) -> (m, k)>
#rhs = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>

func.func @main(%a: tensor<37x70xi8>, %b: tensor<70x20xi8>, %t: tensor<37x70xi32>) -> (tensor<37x20xi32>, tensor<37xi32>) {
  %c0 = arith.constant 0 : i64
  %c = arith.constant 12345678901 : i64
  %e = tensor.empty() : tensor<37x20xi64>
  %f = linalg.fill ins(%c0 : i64) outs(%e : tensor<37x20xi64>) -> tensor<37x20xi64>
  %p = linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<37x70xi8>, tensor<70x20xi8>) outs(%f : tensor<37x20xi64>) {
  ^bb0(%x: i8, %y: i8, %o: i64):
    %u = arith.extsi %x : i8 to i64
    %v = arith.extsi %y : i8 to i64
    %m = arith.muli %u, %v : i64
    %s = arith.addi %o, %m : i64
    linalg.yield %s : i64
  } -> tensor<37x20xi64>
  %e32 = tensor.empty() : tensor<37x20xi32>
  %r0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<37x20xi64>) outs(%e32 : tensor<37x20xi32>) {
  ^bb0(%x: i64, %o: i32):
    %n = arith.trunci %x : i64 to i32
    linalg.yield %n : i32
  } -> tensor<37x20xi32>
  %ev = tensor.empty() : tensor<37xi64>
  %fv = linalg.fill ins(%c : i64) outs(%ev : tensor<37xi64>) -> tensor<37xi64>
  %q = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<37x70xi32>) outs(%fv : tensor<37xi64>) {
  ^bb0(%x: i32, %o: i64):
    %w = arith.extsi %x : i32 to i64
    %m = arith.muli %w, %c : i64
    %s = arith.addi %m, %o : i64
    linalg.yield %s : i64
  } -> tensor<37xi64>
  %ev32 = tensor.empty() : tensor<37xi32>
  %r1 = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%q : tensor<37xi64>) outs(%ev32 : tensor<37xi32>) {
  ^bb0(%x: i64, %o: i32):
    %n = arith.trunci %x : i64 to i32
    linalg.yield %n : i32
  } -> tensor<37xi32>
  return %r0, %r1 : tensor<37x20xi32>, tensor<37xi32>
}
