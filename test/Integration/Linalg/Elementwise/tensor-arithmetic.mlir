// RUN: matrix-run %s --random=2 --check

// Operations of arith and math on tensors, without linalg.
func.func @main(%x: tensor<6x40xf32>, %y: tensor<6x40xf32>)
    -> (tensor<6x40xf32>, tensor<6x40xbf16>, tensor<6x40xi8>, tensor<6x40xi1>, tensor<6x40xi32>) {
  %c = arith.constant dense<2.5> : tensor<6x40xf32>
  %a = arith.mulf %x, %c : tensor<6x40xf32>
  %b = math.absf %a : tensor<6x40xf32>
  %s = math.sqrt %b : tensor<6x40xf32>
  %t = arith.truncf %a : tensor<6x40xf32> to tensor<6x40xbf16>
  %k = arith.cmpf olt, %a, %y : tensor<6x40xf32>
  %f = arith.select %k, %a, %y : tensor<6x40xi1>, tensor<6x40xf32>
  %i = arith.fptosi %f : tensor<6x40xf32> to tensor<6x40xi8>
  %bits = tensor.bitcast %f : tensor<6x40xf32> to tensor<6x40xi32>
  %p = ub.poison : tensor<6x40xf32>
  %one = arith.constant 1.0 : f32
  %q = linalg.fill ins(%one : f32) outs(%p : tensor<6x40xf32>) -> tensor<6x40xf32>
  %r = arith.divf %q, %s : tensor<6x40xf32>
  %z = arith.minimumf %r, %c : tensor<6x40xf32>
  return %z, %t, %i, %k, %bits : tensor<6x40xf32>, tensor<6x40xbf16>, tensor<6x40xi8>, tensor<6x40xi1>, tensor<6x40xi32>
}
