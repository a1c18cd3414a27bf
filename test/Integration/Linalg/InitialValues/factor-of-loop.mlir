// RUN: matrix-run %s --random=3 --check

// A factor is a number that the loop carries, and no argument of the body; the initial value is computed.
func.func @main(%x: tensor<24x40xf16>, %bias: tensor<24xf16>, %start: tensor<24xf16>) -> tensor<24xf16> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %half = arith.constant 0.5 : f16
  %result, %factor = scf.for %i = %zero to %three step %one iter_args(%sum = %start, %scale = %half) -> (tensor<24xf16>, f16) {
    %empty = tensor.empty() : tensor<24xf16>
    %init = linalg.add ins(%sum, %bias : tensor<24xf16>, tensor<24xf16>) outs(%empty : tensor<24xf16>) -> tensor<24xf16>
    %next = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<24x40xf16>) outs(%init : tensor<24xf16>) {
    ^bb0(%in: f16, %out: f16):
      %product = arith.mulf %in, %scale : f16
      %added = arith.addf %out, %product : f16
      linalg.yield %added : f16
    } -> tensor<24xf16>
    %smaller = arith.mulf %scale, %half : f16
    scf.yield %next, %smaller : tensor<24xf16>, f16
  }
  return %result : tensor<24xf16>
}
