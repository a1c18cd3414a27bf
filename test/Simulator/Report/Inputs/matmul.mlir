func.func @main(%a: tensor<48x64xbf16>, %b: tensor<64x80xbf16>) -> tensor<48x80xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<48x80xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<48x80xf32>) -> tensor<48x80xf32>
  %c = linalg.matmul ins(%a, %b : tensor<48x64xbf16>, tensor<64x80xbf16>)
                     outs(%init : tensor<48x80xf32>) -> tensor<48x80xf32>
  return %c : tensor<48x80xf32>
}
