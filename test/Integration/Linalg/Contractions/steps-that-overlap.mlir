// RUN: matrix-run %s --random=3 --check

// On machines whose instructions read rows, several blocks of a result are one step, and the
// first operands of the next step are loaded during the last products of the one before.
// Products in chains: an even number of blocks along the depth, an odd one, and edges in all
// dimensions; the last one adds another tensor, which is not an initial value.
func.func @main(%a: tensor<160x96xi8>, %b: tensor<96x160xi8>, %c: tensor<160x80xi8>, %d: tensor<80x160xi8>,
                %e: tensor<101x197xi8>, %f: tensor<197x83xi8>, %g: tensor<101x83xi32>)
    -> (tensor<160x160xi32>, tensor<160x160xi32>, tensor<101x83xi32>) {
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<160x160xi32>
  %f0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<160x160xi32>) -> tensor<160x160xi32>
  %r0 = linalg.matmul ins(%a, %b : tensor<160x96xi8>, tensor<96x160xi8>) outs(%f0 : tensor<160x160xi32>) -> tensor<160x160xi32>
  %r1 = linalg.matmul ins(%c, %d : tensor<160x80xi8>, tensor<80x160xi8>) outs(%r0 : tensor<160x160xi32>) -> tensor<160x160xi32>
  %e2 = tensor.empty() : tensor<101x83xi32>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<101x83xi32>) -> tensor<101x83xi32>
  %r2 = linalg.matmul ins(%e, %f : tensor<101x197xi8>, tensor<197x83xi8>) outs(%f2 : tensor<101x83xi32>) -> tensor<101x83xi32>
  %s2 = linalg.add ins(%r2, %g : tensor<101x83xi32>, tensor<101x83xi32>) outs(%e2 : tensor<101x83xi32>) -> tensor<101x83xi32>
  return %r0, %r1, %s2 : tensor<160x160xi32>, tensor<160x160xi32>, tensor<101x83xi32>
}
