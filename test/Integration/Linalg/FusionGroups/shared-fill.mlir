// RUN: matrix-run %s --random=3 --check

// Two sums share one fill: scalar code that accumulates into the tensor, and before
// it a fusion group that starts from the constant.
#none = affine_map<() -> ()>
#one = affine_map<(i) -> (i)>
#sum = affine_map<(i) -> ()>
func.func @main(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %five = arith.constant 5.0 : f32
  %e5 = tensor.empty() : tensor<5xf32>
  %l = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<5xf32>) outs(%e5 : tensor<5xf32>) {
  ^bb0(%a: f32, %o: f32):
    %r = math.log1p %a : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  %m = linalg.mul ins(%l, %y : tensor<5xf32>, tensor<5xf32>) outs(%e5 : tensor<5xf32>) -> tensor<5xf32>
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {indexing_maps = [#one, #sum], iterator_types = ["reduction"]}
      ins(%m : tensor<5xf32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %d = linalg.generic {indexing_maps = [#none, #none], iterator_types = []}
      ins(%s : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.divf %a, %five : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  %t = linalg.generic {indexing_maps = [#none, #none], iterator_types = []}
      ins(%d : tensor<f32>) outs(%f : tensor<f32>) {
  ^bb0(%a: f32, %o: f32):
    %r = arith.addf %a, %o : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %t : tensor<f32>
}
