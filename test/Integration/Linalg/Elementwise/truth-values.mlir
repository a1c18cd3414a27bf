// RUN: matrix-run %s --random=5 --check

// Truth values in memory: arguments, results, a transposed and broadcast mask,
// operations on them, and masks of elements of all widths.

#id = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#cols = affine_map<(i, j) -> (j)>
#rows = affine_map<(i, j) -> (i)>
func.func @main(%m: tensor<37x81xi1>, %t: tensor<81x37xi1>, %n: tensor<81xi1>, %k: tensor<37xi1>,
                %x: tensor<37x81xf32>, %y: tensor<37x81xf32>, %b: tensor<37x81xbf16>, %q: tensor<37x81xi8>)
    -> (tensor<37x81xi1>, tensor<37x81xi1>, tensor<37x81xi1>, tensor<37x81xf32>, tensor<37x81xbf16>,
        tensor<37x81xi8>, tensor<37x81xi32>) {
  %true = arith.constant true
  %least = arith.constant 0xFF80 : bf16
  %e1 = tensor.empty() : tensor<37x81xi1>
  %e8 = tensor.empty() : tensor<37x81xi8>
  %e16 = tensor.empty() : tensor<37x81xbf16>
  %e32 = tensor.empty() : tensor<37x81xf32>
  %w32 = tensor.empty() : tensor<37x81xi32>
  %less = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<37x81xf32>, tensor<37x81xf32>) outs(%e1 : tensor<37x81xi1>) {
  ^bb0(%p: f32, %r: f32, %o: i1):
    %c = arith.cmpf ult, %p, %r : f32
    linalg.yield %c : i1
  } -> tensor<37x81xi1>
  %logic = linalg.generic {indexing_maps = [#id, #id, #cols, #rows, #id], iterator_types = ["parallel", "parallel"]}
      ins(%less, %m, %n, %k : tensor<37x81xi1>, tensor<37x81xi1>, tensor<81xi1>, tensor<37xi1>)
      outs(%e1 : tensor<37x81xi1>) {
  ^bb0(%p: i1, %r: i1, %s: i1, %u: i1, %o: i1):
    %not = arith.xori %r, %true : i1
    %and = arith.andi %p, %not : i1
    %or = arith.ori %and, %s : i1
    %xor = arith.xori %or, %u : i1
    %chosen = arith.select %not, %xor, %s : i1
    linalg.yield %chosen : i1
  } -> tensor<37x81xi1>
  %copied = linalg.generic {indexing_maps = [#swap, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t : tensor<81x37xi1>) outs(%e1 : tensor<37x81xi1>) {
  ^bb0(%p: i1, %o: i1):
    linalg.yield %p : i1
  } -> tensor<37x81xi1>
  %f = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%logic, %x, %y : tensor<37x81xi1>, tensor<37x81xf32>, tensor<37x81xf32>) outs(%e32 : tensor<37x81xf32>) {
  ^bb0(%p: i1, %r: f32, %s: f32, %o: f32):
    %c = arith.select %p, %r, %s : f32
    linalg.yield %c : f32
  } -> tensor<37x81xf32>
  %h = linalg.generic {indexing_maps = [#swap, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%t, %b : tensor<81x37xi1>, tensor<37x81xbf16>) outs(%e16 : tensor<37x81xbf16>) {
  ^bb0(%p: i1, %r: bf16, %o: bf16):
    %c = arith.select %p, %least, %r : bf16
    linalg.yield %c : bf16
  } -> tensor<37x81xbf16>
  %g = linalg.generic {indexing_maps = [#rows, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%k, %q : tensor<37xi1>, tensor<37x81xi8>) outs(%e8 : tensor<37x81xi8>) {
  ^bb0(%p: i1, %r: i8, %o: i8):
    %wide = arith.extui %p : i1 to i8
    %c = arith.select %p, %r, %wide : i8
    linalg.yield %c : i8
  } -> tensor<37x81xi8>
  %w = linalg.generic {indexing_maps = [#id, #cols, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %n : tensor<37x81xi1>, tensor<81xi1>) outs(%w32 : tensor<37x81xi32>) {
  ^bb0(%p: i1, %r: i1, %o: i32):
    %zeroOrOne = arith.extui %p : i1 to i32
    %zeroOrMinus = arith.extsi %r : i1 to i32
    %c = arith.addi %zeroOrOne, %zeroOrMinus : i32
    linalg.yield %c : i32
  } -> tensor<37x81xi32>
  return %less, %logic, %copied, %f, %h, %g, %w : tensor<37x81xi1>, tensor<37x81xi1>, tensor<37x81xi1>,
      tensor<37x81xf32>, tensor<37x81xbf16>, tensor<37x81xi8>, tensor<37x81xi32>
}
