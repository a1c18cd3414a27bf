// RUN: split-file %s %t
// RUN: matrix-compile %t/depthwise.mlir --emit=plan -o - | FileCheck %s --check-prefix=DEPTHWISE
// RUN: matrix-compile %t/product.mlir --emit=plan -o - | FileCheck %s --check-prefix=PRODUCT --implicit-check-not="matrix.plan @elementwise"

// Epilogues that make other elements adjacent than the operation before them. Windows are combined in the order of
// the image; a product is written transposed.

//--- depthwise.mlir
// DEPTHWISE: matrix.plan @reduction_0
// DEPTHWISE: matrix.plan @elementwise_1
func.func @main(%image: tensor<1x32x30x30xf32>, %filter: tensor<32x3x3xf32>) -> tensor<1x28x28x32xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x32x28x28xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
  %channels_first = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%image, %filter : tensor<1x32x30x30xf32>, tensor<32x3x3xf32>) outs(%init : tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
  %result = tensor.empty() : tensor<1x28x28x32xf32>
  %channels_last = linalg.transpose ins(%channels_first : tensor<1x32x28x28xf32>) outs(%result : tensor<1x28x28x32xf32>) permutation = [0, 2, 3, 1]
  return %channels_last : tensor<1x28x28x32xf32>
}

//--- product.mlir
// PRODUCT: matrix.plan @contraction_0
func.func @main(%a: tensor<64x64xf32>, %b: tensor<64x48xf32>) -> tensor<48x64xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x48xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x48xf32>) -> tensor<64x48xf32>
  %product = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x48xf32>) outs(%init : tensor<64x48xf32>) -> tensor<64x48xf32>
  %result = tensor.empty() : tensor<48x64xf32>
  %transposed = linalg.transpose ins(%product : tensor<64x48xf32>) outs(%result : tensor<48x64xf32>) permutation = [1, 0]
  return %transposed : tensor<48x64xf32>
}
