// RUN: matrix-run %s --random=3 --check

// A loop selects between the tensor that it carries and the initial one.
func.func @main(%x: tensor<16xf32>, %flag: tensor<i1>, %number: tensor<i32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %n = tensor.extract %number[] : tensor<i32>
  %rest = arith.remui %n, %c3 : i32
  %count = arith.index_cast %rest : i32 to index
  %e = tensor.empty() : tensor<16xf32>
  %start = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = scf.for %i = %c0 to %count step %c1 iter_args(%a = %start) -> (tensor<16xf32>) {
    %holds = tensor.extract %flag[] : tensor<i1>
    %s = scf.if %holds -> (tensor<16xf32>) {
      scf.yield %start : tensor<16xf32>
    } else {
      scf.yield %a : tensor<16xf32>
    }
    scf.yield %s : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}
