// RUN: matrix-run %s --random=3 --check

// Steps in a loop over batches or image rows whose columns end with a partial block: each
// iteration has two loops over the depth, of whole blocks and of the partial one.
func.func @main(%a: tensor<2x48x160xi8>, %b: tensor<2x160x29xi8>, %c: tensor<2x16x160xi8>,
                %image: tensor<1x5x36x160xi8>, %filter: tensor<1x1x160x40xi8>)
    -> (tensor<2x48x29xi32>, tensor<2x16x29xi32>, tensor<1x5x36x40xi32>) {
  %zero = arith.constant 0 : i32
  %e0 = tensor.empty() : tensor<2x48x29xi32>
  %f0 = linalg.fill ins(%zero : i32) outs(%e0 : tensor<2x48x29xi32>) -> tensor<2x48x29xi32>
  %r0 = linalg.batch_matmul ins(%a, %b : tensor<2x48x160xi8>, tensor<2x160x29xi8>) outs(%f0 : tensor<2x48x29xi32>) -> tensor<2x48x29xi32>
  %e1 = tensor.empty() : tensor<2x16x29xi32>
  %f1 = linalg.fill ins(%zero : i32) outs(%e1 : tensor<2x16x29xi32>) -> tensor<2x16x29xi32>
  %r1 = linalg.batch_matmul ins(%c, %b : tensor<2x16x160xi8>, tensor<2x160x29xi8>) outs(%f1 : tensor<2x16x29xi32>) -> tensor<2x16x29xi32>
  %e2 = tensor.empty() : tensor<1x5x36x40xi32>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<1x5x36x40xi32>) -> tensor<1x5x36x40xi32>
  %r2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%image, %filter : tensor<1x5x36x160xi8>, tensor<1x1x160x40xi8>) outs(%f2 : tensor<1x5x36x40xi32>) -> tensor<1x5x36x40xi32>
  return %r0, %r1, %r2 : tensor<2x48x29xi32>, tensor<2x16x29xi32>, tensor<1x5x36x40xi32>
}
