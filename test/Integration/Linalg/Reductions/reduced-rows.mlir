// RUN: matrix-run %s --random=2 --check=f64
// RUN: matrix-run %s --random=2 --check=f64 --disable=reassociation

// The reduced dimension has the rows of tiles: alone, beside few and many rows of the result, with masked rows at the end, of
// narrow and integer elements, and where all dimensions are reduced but cannot be merged.
func.func @main(%x: tensor<100x70xf32>, %y: tensor<3x45x33xf32>, %z: tensor<40x19x20xf32>, %b: tensor<50x24xbf16>,
                %i: tensor<37x40xi32>, %r: tensor<100x1xf32>)
    -> (tensor<70xf32>, tensor<3x33xf32>, tensor<40x20xf32>, tensor<24xbf16>, tensor<40xi32>, tensor<f32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant -1.0e+30 : f32
  %blow = arith.constant -1.0e+30 : bf16
  %izero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<70xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<70xf32>) -> tensor<70xf32>
  %0 = linalg.reduce ins(%x : tensor<100x70xf32>) outs(%f0 : tensor<70xf32>) dimensions = [0] (%a: f32, %o: f32) {
    %p = arith.mulf %a, %a : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  }
  %e1 = tensor.empty() : tensor<3x33xf32>
  %f1 = linalg.fill ins(%low : f32) outs(%e1 : tensor<3x33xf32>) -> tensor<3x33xf32>
  %1 = linalg.reduce ins(%y : tensor<3x45x33xf32>) outs(%f1 : tensor<3x33xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %s = arith.maximumf %o, %a : f32
    linalg.yield %s : f32
  }
  %e2 = tensor.empty() : tensor<40x20xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<40x20xf32>) -> tensor<40x20xf32>
  %2 = linalg.reduce ins(%z : tensor<40x19x20xf32>) outs(%f2 : tensor<40x20xf32>) dimensions = [1] (%a: f32, %o: f32) {
    %s = arith.addf %o, %a : f32
    linalg.yield %s : f32
  }
  %e3 = tensor.empty() : tensor<24xbf16>
  %f3 = linalg.fill ins(%blow : bf16) outs(%e3 : tensor<24xbf16>) -> tensor<24xbf16>
  %3 = linalg.reduce ins(%b : tensor<50x24xbf16>) outs(%f3 : tensor<24xbf16>) dimensions = [0] (%a: bf16, %o: bf16) {
    %s = arith.maximumf %o, %a : bf16
    linalg.yield %s : bf16
  }
  %e4 = tensor.empty() : tensor<40xi32>
  %f4 = linalg.fill ins(%izero : i32) outs(%e4 : tensor<40xi32>) -> tensor<40xi32>
  %4 = linalg.reduce ins(%i : tensor<37x40xi32>) outs(%f4 : tensor<40xi32>) dimensions = [0] (%a: i32, %o: i32) {
    %s = arith.addi %o, %a : i32
    linalg.yield %s : i32
  }
  %e5 = tensor.empty() : tensor<f32>
  %f5 = linalg.fill ins(%zero : f32) outs(%e5 : tensor<f32>) -> tensor<f32>
  %5 = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, 0)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %r : tensor<100x70xf32>, tensor<100x1xf32>) outs(%f5 : tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %o: f32):
    %p = arith.mulf %a, %c : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0, %1, %2, %3, %4, %5 : tensor<70xf32>, tensor<3x33xf32>, tensor<40x20xf32>, tensor<24xbf16>, tensor<40xi32>, tensor<f32>
}
