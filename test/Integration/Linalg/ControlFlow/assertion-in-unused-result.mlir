// RUN: matrix-run %s --random=3 --check

// The result of the operation is unused; only its assertions remain, in an
// operation without results.
#one = affine_map<(i) -> (i)>
func.func @main(%x: tensor<4xi64>) -> tensor<4xi64> {
  %forbidden = arith.constant 123456789 : i64
  %empty = tensor.empty() : tensor<4xi64>
  %unused = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi64>) outs(%empty : tensor<4xi64>) {
  ^bb0(%a: i64, %o: i64):
    %allowed = arith.cmpi ne, %a, %forbidden : i64
    cf.assert %allowed, "forbidden"
    linalg.yield %a : i64
  } -> tensor<4xi64>
  return %x : tensor<4xi64>
}
