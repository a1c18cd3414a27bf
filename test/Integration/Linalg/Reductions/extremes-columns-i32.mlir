// RUN: matrix-run %s --random=3 --check

// Maximum and sum of each column.
#ij = affine_map<(i, j) -> (i, j)>
#j = affine_map<(i, j) -> (j)>
func.func @main(%a: tensor<33x45xi32>) -> (tensor<45xi32>, tensor<45xi32>) {
  %m_c = arith.constant -2147483648 : i32
  %m_t = tensor.empty() : tensor<45xi32>
  %m_f = linalg.fill ins(%m_c : i32) outs(%m_t : tensor<45xi32>) -> tensor<45xi32>
  %m = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<33x45xi32>) outs(%m_f : tensor<45xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %y = arith.maxsi %x, %acc : i32
    linalg.yield %y : i32
  } -> tensor<45xi32>
  %s_c = arith.constant 0 : i32
  %s_t = tensor.empty() : tensor<45xi32>
  %s_f = linalg.fill ins(%s_c : i32) outs(%s_t : tensor<45xi32>) -> tensor<45xi32>
  %s = linalg.generic {indexing_maps = [#ij, #j], iterator_types = ["reduction", "parallel"]}
      ins(%a : tensor<33x45xi32>) outs(%s_f : tensor<45xi32>) {
  ^bb0(%x: i32, %acc: i32):
    %y = arith.addi %x, %acc : i32
    linalg.yield %y : i32
  } -> tensor<45xi32>
  return %m, %s : tensor<45xi32>, tensor<45xi32>
}
