// Bodies of which tiles compute a part: conversions of types that no tile has, quotients of integers, and functions before
// and after them.
// RUN: matrix-run %s --random=3 --check

#id = affine_map<(i, j) -> (i, j)>
#vector = affine_map<(i, j) -> (i)>
#last = affine_map<(i, j) -> (j)>

func.func @main(%n: tensor<37x70xi64>, %a: tensor<37x70xf32>, %m: tensor<37x70xi32>, %v: tensor<37xi64>, %d: tensor<70xf64>)
    -> (tensor<37x70xf32>, tensor<37x70xf32>, tensor<37x70xf32>, tensor<37xf32>, tensor<37x70xi64>) {
  %c = arith.constant 0.125 : f32
  %zero = arith.constant 0.0 : f32
  %seven = arith.constant 7 : i32
  %e = tensor.empty() : tensor<37x70xf32>
  // A conversion before a function.
  %r0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n, %a : tensor<37x70xi64>, tensor<37x70xf32>) outs(%e : tensor<37x70xf32>) {
  ^bb0(%k: i64, %x: f32, %o: f32):
    %f = arith.sitofp %k : i64 to f32
    %p = arith.mulf %f, %c : f32
    %t = math.tanh %p : f32
    %s = arith.addf %t, %x : f32
    linalg.yield %s : f32
  } -> tensor<37x70xf32>
  // A quotient between two functions.
  %r1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m, %a : tensor<37x70xi32>, tensor<37x70xf32>) outs(%e : tensor<37x70xf32>) {
  ^bb0(%k: i32, %x: f32, %o: f32):
    %g = math.tanh %x : f32
    %q = arith.divsi %k, %seven : i32
    %f = arith.sitofp %q : i32 to f32
    %p = arith.mulf %g, %f : f32
    %t = math.sin %p : f32
    linalg.yield %t : f32
  } -> tensor<37x70xf32>
  // A function, scalar code and a function; vectors along both dimensions.
  %r2 = linalg.generic {indexing_maps = [#id, #vector, #last, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %v, %d : tensor<37x70xf32>, tensor<37xi64>, tensor<70xf64>) outs(%e : tensor<37x70xf32>) {
  ^bb0(%x: f32, %k: i64, %w: f64, %o: f32):
    %g = math.exp %x : f32
    %h = arith.extf %g : f32 to f64
    %b = arith.sitofp %k : i64 to f64
    %y = arith.addf %h, %b : f64
    %z = arith.mulf %y, %w : f64
    %u = arith.truncf %z : f64 to f32
    %t = math.tanh %u : f32
    linalg.yield %t : f32
  } -> tensor<37x70xf32>
  // A sum of converted elements.
  %f0 = tensor.empty() : tensor<37xf32>
  %start = linalg.fill ins(%zero : f32) outs(%f0 : tensor<37xf32>) -> tensor<37xf32>
  %r3 = linalg.generic {indexing_maps = [#id, #id, #vector], iterator_types = ["parallel", "reduction"]}
      ins(%n, %a : tensor<37x70xi64>, tensor<37x70xf32>) outs(%start : tensor<37xf32>) {
  ^bb0(%k: i64, %x: f32, %o: f32):
    %f = arith.sitofp %k : i64 to f32
    %p = arith.mulf %f, %x : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<37xf32>
  // A result of 64 bits.
  %el = tensor.empty() : tensor<37x70xi64>
  %r4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<37x70xf32>) outs(%el : tensor<37x70xi64>) {
  ^bb0(%x: f32, %o: i64):
    %g = math.exp %x : f32
    %p = arith.mulf %g, %c : f32
    %k = arith.fptosi %p : f32 to i64
    linalg.yield %k : i64
  } -> tensor<37x70xi64>
  return %r0, %r1, %r2, %r3, %r4 : tensor<37x70xf32>, tensor<37x70xf32>, tensor<37x70xf32>, tensor<37xf32>, tensor<37x70xi64>
}
