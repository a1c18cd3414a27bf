// RUN: matrix-run %s --random=3 --check

// Columns of updated rows depend on other columns: a row of the operand, and of the table, is read backwards, and one element of a row by
// all columns.
#same = affine_map<(d) -> (d)>
#reversed = affine_map<(d) -> (31 - d)>
#first = affine_map<(d) -> (0)>
func.func @main(%index: tensor<50xi32>, %x: tensor<50x32xf32>, %table: tensor<20x32xf32>) -> (tensor<20x32xf32>, tensor<20x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %n20 = arith.constant 20 : i32
  %half = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<32xf32>
  %r = scf.for %i = %c0 to %c50 step %c1 iter_args(%t = %table) -> (tensor<20x32xf32>) {
    %n = tensor.extract %index[%i] : tensor<50xi32>
    %m = arith.remui %n, %n20 : i32
    %k = arith.index_cast %m : i32 to index
    %a = tensor.extract_slice %t[%k, 0] [1, 32] [1, 1] : tensor<20x32xf32> to tensor<32xf32>
    %b = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<50x32xf32> to tensor<32xf32>
    %s = linalg.generic {indexing_maps = [#same, #reversed, #same], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %sum = arith.addf %p, %q : f32
      linalg.yield %sum : f32
    } -> tensor<32xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<20x32xf32>
    scf.yield %u : tensor<20x32xf32>
  }
  %v = scf.for %i = %c0 to %c50 step %c1 iter_args(%t = %table) -> (tensor<20x32xf32>) {
    %n = tensor.extract %index[%i] : tensor<50xi32>
    %m = arith.remui %n, %n20 : i32
    %k = arith.index_cast %m : i32 to index
    %a = tensor.extract_slice %t[%k, 0] [1, 32] [1, 1] : tensor<20x32xf32> to tensor<32xf32>
    %b = tensor.extract_slice %x[%i, 0] [1, 32] [1, 1] : tensor<50x32xf32> to tensor<32xf32>
    %s = linalg.generic {indexing_maps = [#reversed, #first, #same], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<32xf32>, tensor<32xf32>) outs(%e : tensor<32xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %h = arith.mulf %p, %half : f32
      %sum = arith.addf %h, %q : f32
      linalg.yield %sum : f32
    } -> tensor<32xf32>
    %u = tensor.insert_slice %s into %t[%k, 0] [1, 32] [1, 1] : tensor<32xf32> into tensor<20x32xf32>
    scf.yield %u : tensor<20x32xf32>
  }
  return %r, %v : tensor<20x32xf32>, tensor<20x32xf32>
}
