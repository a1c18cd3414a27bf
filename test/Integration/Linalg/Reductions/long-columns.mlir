// Columns of several tiles, the last one partly filled, combine in several accumulators: a sum, a maximum of negative
// numbers, whose padding has to be masked, and the number of smaller elements, an operand of which has one row.
//
// RUN: matrix-run %s --random=3 --check

#matrix = affine_map<(row, col) -> (row, col)>
#row = affine_map<(row, col) -> (row)>
#col = affine_map<(row, col) -> (col)>

func.func @main(%x: tensor<333x70xf32>, %y: tensor<333x70xbf16>, %keys: tensor<333xi32>, %limits: tensor<150xi32>)
    -> (tensor<70xf32>, tensor<70xbf16>, tensor<150xi32>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : i32
  %low = arith.constant 0xFF80 : bf16
  %one = arith.constant 1.0e+01 : bf16
  %e0 = tensor.empty() : tensor<70xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<70xf32>) -> tensor<70xf32>
  %sum = linalg.generic {indexing_maps = [#matrix, #col], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<333x70xf32>) outs(%f0 : tensor<70xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %0 = arith.addf %a, %acc : f32
    linalg.yield %0 : f32
  } -> tensor<70xf32>
  %e1 = tensor.empty() : tensor<70xbf16>
  %f1 = linalg.fill ins(%low : bf16) outs(%e1 : tensor<70xbf16>) -> tensor<70xbf16>
  %max = linalg.generic {indexing_maps = [#matrix, #col], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<333x70xbf16>) outs(%f1 : tensor<70xbf16>) {
  ^bb0(%a: bf16, %acc: bf16):
    %0 = arith.subf %a, %one : bf16
    %1 = arith.maximumf %0, %acc : bf16
    linalg.yield %1 : bf16
  } -> tensor<70xbf16>
  %e2 = tensor.empty() : tensor<150xi32>
  %f2 = linalg.fill ins(%c0 : i32) outs(%e2 : tensor<150xi32>) -> tensor<150xi32>
  %count = linalg.generic {indexing_maps = [#row, #col, #col], iterator_types = ["reduction", "parallel"]}
      ins(%keys, %limits : tensor<333xi32>, tensor<150xi32>) outs(%f2 : tensor<150xi32>) {
  ^bb0(%a: i32, %b: i32, %acc: i32):
    %0 = arith.cmpi slt, %a, %b : i32
    %1 = arith.extui %0 : i1 to i32
    %2 = arith.addi %1, %acc : i32
    linalg.yield %2 : i32
  } -> tensor<150xi32>
  return %sum, %max, %count : tensor<70xf32>, tensor<70xbf16>, tensor<150xi32>
}
