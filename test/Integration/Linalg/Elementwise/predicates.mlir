// RUN: matrix-run %s --random=5 --check

// Every predicate of floats, also for NaN, and truth values that are compared with each other.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
func.func @main(%x: tensor<40x4xf32>) -> (tensor<40x4xf32>, tensor<40x4xf32>) {
  %k = arith.constant dense<[0x7FC00000, 0.0, -0.0, 1.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<40x4xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %k : tensor<40x4xf32>, tensor<4xf32>) outs(%e, %e : tensor<40x4xf32>, tensor<40x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32, %u: f32):
    %z = arith.constant 0.0 : f32
    %a = arith.cmpf one, %q, %z : f32
    %b = arith.cmpf ueq, %q, %z : f32
    %c = arith.cmpf ord, %p, %q : f32
    %d = arith.cmpf uno, %p, %q : f32
    %f = arith.cmpf olt, %p, %z : f32
    %different = arith.cmpi ne, %a, %f : i1
    %same = arith.cmpi eq, %b, %f : i1
    %neither = arith.cmpi eq, %d, %different : i1
    %0 = arith.select %different, %p, %z : f32
    %1 = arith.select %same, %0, %p : f32
    %2 = arith.select %c, %1, %z : f32
    %3 = arith.select %neither, %p, %z : f32
    linalg.yield %2, %3 : f32, f32
  } -> (tensor<40x4xf32>, tensor<40x4xf32>)
  return %r#0, %r#1 : tensor<40x4xf32>, tensor<40x4xf32>
}
