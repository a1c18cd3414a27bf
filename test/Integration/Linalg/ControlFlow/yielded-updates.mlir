// RUN: matrix-run %s --random=3 --check

// A loop yields a tensor and the result of an operation that updates it, in both orders, and two results in one destination.
#row = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%b: tensor<12x20xf32>, %d: tensor<12x20xf32>)
    -> (tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %b, %y = %b) -> (tensor<12x20xf32>, tensor<12x20xf32>) {
    %t = linalg.tanh ins(%x : tensor<12x20xf32>) outs(%y : tensor<12x20xf32>) -> tensor<12x20xf32>
    %u = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%d : tensor<12x20xf32>) outs(%t : tensor<12x20xf32>) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.addf %p, %q : f32
      linalg.yield %z : f32
    } -> tensor<12x20xf32>
    scf.yield %u, %t : tensor<12x20xf32>, tensor<12x20xf32>
  }
  %s:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %d, %y = %b) -> (tensor<12x20xf32>, tensor<12x20xf32>) {
    %e = tensor.empty() : tensor<12x20xf32>
    %t = linalg.exp ins(%x : tensor<12x20xf32>) outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
    %w = linalg.tanh ins(%t : tensor<12x20xf32>) outs(%e : tensor<12x20xf32>) -> tensor<12x20xf32>
    %u = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
        ins(%y : tensor<12x20xf32>) outs(%w : tensor<12x20xf32>) {
    ^bb0(%p: f32, %q: f32):
      %z = arith.mulf %p, %q : f32
      linalg.yield %z : f32
    } -> tensor<12x20xf32>
    scf.yield %w, %u : tensor<12x20xf32>, tensor<12x20xf32>
  }
  %o:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %d, %y = %b) -> (tensor<12x20xf32>, tensor<12x20xf32>) {
    %t = linalg.tanh ins(%x : tensor<12x20xf32>) outs(%y : tensor<12x20xf32>) -> tensor<12x20xf32>
    %u = linalg.floor ins(%x : tensor<12x20xf32>) outs(%y : tensor<12x20xf32>) -> tensor<12x20xf32>
    scf.yield %u, %t : tensor<12x20xf32>, tensor<12x20xf32>
  }
  return %r#0, %r#1, %s#0, %s#1, %o#0, %o#1
      : tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>, tensor<12x20xf32>
}
