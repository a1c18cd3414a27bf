// RUN: matrix-run %s --random=2 --check

// The updates of 20,001 iterations are streamed in several blocks, the last of which is shorter. A weight, which is an element of
// another tensor, multiplies each row.
func.func @main(%index: tensor<20001xi32>, %x: tensor<20001x16xf32>, %weight: tensor<20001x2xf32>) -> tensor<300x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 20001 : index
  %c300 = arith.constant 300 : i32
  %zeros = arith.constant dense<0.0> : tensor<300x16xf32>
  %r = scf.for %i = %c0 to %last step %c1 iter_args(%t = %zeros) -> (tensor<300x16xf32>) {
    %n = tensor.extract %index[%i] : tensor<20001xi32>
    %m = arith.remui %n, %c300 : i32
    %k = arith.index_cast %m : i32 to index
    %w = tensor.extract %weight[%i, %c1] : tensor<20001x2xf32>
    %old = tensor.extract_slice %t[%k, 0] [1, 16] [1, 1] : tensor<300x16xf32> to tensor<16xf32>
    %new = tensor.extract_slice %x[%i, 0] [1, 16] [1, 1] : tensor<20001x16xf32> to tensor<16xf32>
    %e = tensor.empty() : tensor<16xf32>
    %s = linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
        ins(%old, %new : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<16xf32>) {
    ^bb0(%a: f32, %b: f32, %o: f32):
      %p = arith.mulf %b, %w : f32
      %q = arith.addf %a, %p : f32
      linalg.yield %q : f32
    } -> tensor<16xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<300x16xf32>
    scf.yield %u : tensor<300x16xf32>
  }
  return %r : tensor<300x16xf32>
}
