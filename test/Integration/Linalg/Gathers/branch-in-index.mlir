// RUN: matrix-run %s --random=3 --check

// The index of a gather is the result of a branch, which reads values of the body.
#j = affine_map<(i, j) -> (j)>
#id = affine_map<(i, j) -> (i, j)>
func.func @main(%t: tensor<16x64xf32>, %n: tensor<40xi32>) -> tensor<16x40xf32> {
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %n64 = arith.constant 64 : i32
  %e = tensor.empty() : tensor<16x40xf32>
  %r = linalg.generic {indexing_maps = [#j, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n : tensor<40xi32>) outs(%e : tensor<16x40xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %m = arith.remui %a, %n64 : i32
    %k = arith.index_cast %m : i32 to index
    %left = arith.cmpi slt, %j, %c20 : index
    %at = scf.if %left -> (index) {
      %third = arith.divui %k, %c3 : index
      scf.yield %third : index
    } else {
      scf.yield %k : index
    }
    %x = tensor.extract %t[%i, %at] : tensor<16x64xf32>
    linalg.yield %x : f32
  } -> tensor<16x40xf32>
  return %r : tensor<16x40xf32>
}
