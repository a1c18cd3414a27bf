// Numbers from outside: an argument, a captured element, one that a loop changes, and a captured condition.
//
// RUN: matrix-run %s --random --check

#same = affine_map<(i, j) -> (i, j)>
#scalar = affine_map<(i, j) -> ()>

func.func @main(%x: tensor<37x50xf32>, %v: f32, %s: tensor<f32>, %n: tensor<3xi32>)
    -> (tensor<37x50xf32>, tensor<37x50xf32>, tensor<37x50xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<37x50xf32>
  %scaled = linalg.generic {indexing_maps = [#same, #scalar, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x, %v : tensor<37x50xf32>, f32) outs(%empty : tensor<37x50xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<37x50xf32>

  %number = tensor.extract %s[] : tensor<f32>
  %first = tensor.extract %n[%c0] : tensor<3xi32>
  %zero = arith.constant 0 : i32
  %positive = arith.cmpi sgt, %first, %zero : i32
  %selected = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<37x50xf32>) outs(%empty : tensor<37x50xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %a, %number : f32
    %1 = arith.select %positive, %0, %a : f32
    linalg.yield %1 : f32
  } -> tensor<37x50xf32>

  %sum:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %x, %factor = %half) -> (tensor<37x50xf32>, f32) {
    %next = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
        ins(%t : tensor<37x50xf32>) outs(%empty : tensor<37x50xf32>) {
    ^bb0(%a: f32, %out: f32):
      %0 = arith.mulf %a, %factor : f32
      linalg.yield %0 : f32
    } -> tensor<37x50xf32>
    %smaller = arith.mulf %factor, %half : f32
    scf.yield %next, %smaller : tensor<37x50xf32>, f32
  }
  return %scaled, %selected, %sum#0 : tensor<37x50xf32>, tensor<37x50xf32>, tensor<37x50xf32>
}
