// RUN: matrix-run %s --random=12 --check

// Values that only a chain uses, and that follow the root whose epilogue reads them: of
// rows, of whole blocks, and through a reshape. The destination of the last result is a
// value of the chain, whose contents are not used.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>
func.func @main(%x: tensor<37x50xf32>, %y: tensor<37xf32>, %z: tensor<37x1xf32>)
    -> (tensor<37x50xf32>, tensor<37xf32>) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %er = tensor.empty() : tensor<37xf32>
  %ec = tensor.empty() : tensor<37x1xf32>
  %e = tensor.empty() : tensor<37x50xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%er : tensor<37xf32>) -> tensor<37xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x50xf32>) outs(%zeros : tensor<37xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.addf %a, %acc : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %most = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<37x50xf32>) outs(%zeros : tensor<37xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %v = arith.maximumf %a, %acc : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %factor = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%y, %most : tensor<37xf32>, tensor<37xf32>) outs(%er : tensor<37xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %v = arith.mulf %a, %b : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %column = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%z : tensor<37x1xf32>) outs(%ec : tensor<37x1xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.mulf %a, %two : f32
    linalg.yield %v : f32
  } -> tensor<37x1xf32>
  %flat = tensor.collapse_shape %column [[0, 1]] : tensor<37x1xf32> into tensor<37xf32>
  %mixed = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%sum, %factor, %flat : tensor<37xf32>, tensor<37xf32>, tensor<37xf32>) outs(%er : tensor<37xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %v = arith.mulf %s, %c : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mixed, %factor : tensor<37x50xf32>, tensor<37xf32>, tensor<37xf32>) outs(%e : tensor<37x50xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.addf %a, %b : f32
    %v = arith.mulf %s, %c : f32
    linalg.yield %v : f32
  } -> tensor<37x50xf32>
  %last = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%mixed : tensor<37xf32>) outs(%factor : tensor<37xf32>) {
  ^bb0(%a: f32, %o: f32):
    %v = arith.addf %a, %two : f32
    linalg.yield %v : f32
  } -> tensor<37xf32>
  return %r, %last : tensor<37x50xf32>, tensor<37xf32>
}
