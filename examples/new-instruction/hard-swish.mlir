// Hard swish, as MobileNet has it: x * min(max(x + 3, 0), 6) / 6. The
// program does not name the instruction.
func.func @main(%x: tensor<45x70xf32>) -> tensor<45x70xf32> {
  %zero = arith.constant 0.0 : f32
  %three = arith.constant 3.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<45x70xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
       ins(%x : tensor<45x70xf32>) outs(%e : tensor<45x70xf32>) {
  ^bb0(%a: f32, %o: f32):
    %b = arith.addf %a, %three : f32
    %c = arith.maximumf %b, %zero : f32
    %d = arith.minimumf %c, %six : f32
    %m = arith.mulf %a, %d : f32
    %q = arith.divf %m, %six : f32
    linalg.yield %q : f32
  } -> tensor<45x70xf32>
  return %r : tensor<45x70xf32>
}
