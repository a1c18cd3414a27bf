// RUN: matrix-run %s --random=21 --check

// Scalar code whose iterations are interleaved and divided over cores: extents that are no
// multiples of either, one loop, a short inner loop, a transposed operand, sums over the
// inner and over the outer loop, two results, and an operand in the buffer of the result.
#one = affine_map<(i) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<37xi64>, %b: tensor<53x3xi64>, %c: tensor<11x29xi64>, %d: tensor<29x11xi64>)
    -> (tensor<37xi64>, tensor<53x3xi64>, tensor<11x29xi64>, tensor<11xi64>, tensor<29xi64>,
        tensor<11x29xi64>, tensor<11x29xi1>) {
  %zero = arith.constant 0 : i64
  %three = arith.constant 3 : i64
  %ea = tensor.empty() : tensor<37xi64>
  %eb = tensor.empty() : tensor<53x3xi64>
  %ec = tensor.empty() : tensor<11x29xi64>
  %em = tensor.empty() : tensor<11x29xi1>
  %er = tensor.empty() : tensor<11xi64>
  %es = tensor.empty() : tensor<29xi64>
  %zr = linalg.fill ins(%zero : i64) outs(%er : tensor<11xi64>) -> tensor<11xi64>
  %zs = linalg.fill ins(%zero : i64) outs(%es : tensor<29xi64>) -> tensor<29xi64>
  %line = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<37xi64>) outs(%ea : tensor<37xi64>) {
  ^bb0(%x: i64, %o: i64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %p = arith.muli %x, %three : i64
    %v = arith.addi %p, %n : i64
    linalg.yield %v : i64
  } -> tensor<37xi64>
  %short = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%b : tensor<53x3xi64>) outs(%eb : tensor<53x3xi64>) {
  ^bb0(%x: i64, %o: i64):
    %v = arith.xori %x, %three : i64
    linalg.yield %v : i64
  } -> tensor<53x3xi64>
  %mixed = linalg.generic {indexing_maps = [#id, #swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %d : tensor<11x29xi64>, tensor<29x11xi64>) outs(%ec : tensor<11x29xi64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %v = arith.subi %x, %y : i64
    linalg.yield %v : i64
  } -> tensor<11x29xi64>
  %inner = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%mixed : tensor<11x29xi64>) outs(%zr : tensor<11xi64>) {
  ^bb0(%x: i64, %acc: i64):
    %v = arith.addi %x, %acc : i64
    linalg.yield %v : i64
  } -> tensor<11xi64>
  %outer = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%mixed : tensor<11x29xi64>) outs(%zs : tensor<29xi64>) {
  ^bb0(%x: i64, %acc: i64):
    %t = arith.muli %acc, %three : i64
    %v = arith.addi %x, %t : i64
    linalg.yield %v : i64
  } -> tensor<29xi64>
  %double = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<11x29xi64>) outs(%ec : tensor<11x29xi64>) {
  ^bb0(%x: i64, %o: i64):
    %v = arith.addi %x, %x : i64
    linalg.yield %v : i64
  } -> tensor<11x29xi64>
  %both:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%double, %inner : tensor<11x29xi64>, tensor<11xi64>) outs(%double, %em : tensor<11x29xi64>, tensor<11x29xi1>) {
  ^bb0(%x: i64, %y: i64, %o: i64, %q: i1):
    %v = arith.addi %x, %y : i64
    %m = arith.cmpi slt, %x, %y : i64
    linalg.yield %v, %m : i64, i1
  } -> (tensor<11x29xi64>, tensor<11x29xi1>)
  return %line, %short, %mixed, %inner, %outer, %both#0, %both#1
      : tensor<37xi64>, tensor<53x3xi64>, tensor<11x29xi64>, tensor<11xi64>, tensor<29xi64>,
        tensor<11x29xi64>, tensor<11x29xi1>
}
