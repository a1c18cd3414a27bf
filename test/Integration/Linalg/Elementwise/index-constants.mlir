// RUN: matrix-run %s --random=3 --check

// Causal masks, distances and divisors at borders, which the bodies compute from indices; a reduction, several results and a result that is a known scalar.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

func.func @main(%x: tensor<33x45xf32>, %y: tensor<33x45xbf16>)
    -> (tensor<33x45xf32>, tensor<33xf32>, tensor<33x45xbf16>, tensor<33x45xf32>) {
  %least = arith.constant -1.0e+30 : f32
  %half = arith.constant 0.5 : f32
  %c2 = arith.constant 2 : i64
  %c40 = arith.constant 40 : i64
  %e = tensor.empty() : tensor<33x45xf32>
  %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<33x45xf32>) outs(%e : tensor<33x45xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.index_cast %i : index to i64
    %m = arith.index_cast %j : index to i64
    %d = arith.subi %n, %m : i64
    %f = arith.sitofp %d : i64 to f32
    %b = arith.mulf %f, %half : f32
    %s = arith.addf %v, %b : f32
    %c = arith.cmpi sle, %m, %n : i64
    %r = arith.select %c, %s, %least : f32
    linalg.yield %r : f32
  } -> tensor<33x45xf32>
  %zeros = arith.constant dense<0.0> : tensor<33xf32>
  %sums = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<33x45xf32>) outs(%zeros : tensor<33xf32>) {
  ^bb0(%v: f32, %o: f32):
    %j = linalg.index 1 : index
    %m = arith.index_cast %j : index to i64
    %t = arith.minsi %m, %c40 : i64
    %f = arith.sitofp %t : i64 to f32
    %p = arith.mulf %v, %f : f32
    %r = arith.addf %o, %p : f32
    linalg.yield %r : f32
  } -> tensor<33xf32>
  %be = tensor.empty() : tensor<33x45xbf16>
  %both:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y : tensor<33x45xbf16>) outs(%be, %e : tensor<33x45xbf16>, tensor<33x45xf32>) {
  ^bb0(%v: bf16, %o: bf16, %p: f32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %q = arith.addi %n, %c2 : i64
    %f = arith.sitofp %q : i64 to bf16
    %r = arith.divf %v, %f : bf16
    %g = arith.uitofp %q : i64 to f32
    linalg.yield %r, %g : bf16, f32
  } -> (tensor<33x45xbf16>, tensor<33x45xf32>)
  return %masked, %sums, %both#0, %both#1 : tensor<33x45xf32>, tensor<33xf32>, tensor<33x45xbf16>, tensor<33x45xf32>
}
