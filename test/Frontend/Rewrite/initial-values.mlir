// RUN: matrix-opt %s -matrix-set-target -matrix-legalize -canonicalize | FileCheck %s
// RUN: matrix-opt %s -matrix-set-target=disable=reassociation -matrix-legalize -canonicalize | FileCheck %s --check-prefix=ORDERED

// A bias that is broadcast to the result is added to the product.

// CHECK-LABEL: @bias
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} outs(%[[ZERO]]
// CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]], %arg2 : tensor<32x48xf32>, tensor<48xf32>)
// CHECK: arith.addf
// ORDERED-LABEL: @bias
// ORDERED: %[[BIAS:.*]] = linalg.generic {{.*}} ins(%arg2
// ORDERED: linalg.generic {{.*}} ins(%arg0, %arg1 {{.*}} outs(%[[BIAS]]
func.func @bias(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %bias: tensor<48xf32>) -> tensor<32x48xf32> {
  %empty = tensor.empty() : tensor<32x48xf32>
  %init = linalg.broadcast ins(%bias : tensor<48xf32>) outs(%empty : tensor<32x48xf32>) dimensions = [0]
  %product = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %product : tensor<32x48xf32>
}

// The order of integers does not matter.

// CHECK-LABEL: @integers
// CHECK: linalg.fill
// CHECK: arith.addi
// CHECK: ins({{.*}} : tensor<32x48xi32>, tensor<48xi32>)
// ORDERED-LABEL: @integers
// ORDERED: linalg.fill
// ORDERED: ins({{.*}} : tensor<32x48xi32>, tensor<48xi32>)
func.func @integers(%a: tensor<32x64xi8>, %b: tensor<64x48xi8>, %bias: tensor<48xi32>) -> tensor<32x48xi32> {
  %empty = tensor.empty() : tensor<32x48xi32>
  %init = linalg.broadcast ins(%bias : tensor<48xi32>) outs(%empty : tensor<32x48xi32>) dimensions = [0]
  %product = linalg.matmul ins(%a, %b : tensor<32x64xi8>, tensor<64x48xi8>) outs(%init : tensor<32x48xi32>) -> tensor<32x48xi32>
  return %product : tensor<32x48xi32>
}

// Results in f16 are rounded once: after the sum with the bias.

// CHECK-LABEL: @narrow
// CHECK: ins(%arg0, %arg1 : tensor<32x64xf16>, tensor<64x48xf16>) outs({{.*}} : tensor<32x48xf32>)
// CHECK: arith.extf {{.*}} : f16 to f32
// CHECK: arith.addf {{.*}} : f32
// CHECK: arith.truncf {{.*}} : f32 to f16
func.func @narrow(%a: tensor<32x64xf16>, %b: tensor<64x48xf16>, %bias: tensor<48xf16>) -> tensor<32x48xf16> {
  %empty = tensor.empty() : tensor<32x48xf16>
  %init = linalg.broadcast ins(%bias : tensor<48xf16>) outs(%empty : tensor<32x48xf16>) dimensions = [0]
  %product = linalg.matmul ins(%a, %b : tensor<32x64xf16>, tensor<64x48xf16>) outs(%init : tensor<32x48xf16>) -> tensor<32x48xf16>
  return %product : tensor<32x48xf16>
}

// Accumulators start with a tensor that is in memory.

// CHECK-LABEL: @tensor
// CHECK-NOT: linalg.fill
// CHECK: linalg.generic {{.*}} outs(%arg2
func.func @tensor(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>, %c: tensor<32x48xf32>) -> tensor<32x48xf32> {
  %product = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%c : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %product : tensor<32x48xf32>
}

// Depthwise convolutions have no accumulators of products.

// CHECK-LABEL: @depthwise
// CHECK: %[[ZERO:.*]] = linalg.fill
// CHECK: linalg.generic {{.*}} outs(%[[ZERO]]
// CHECK: linalg.generic {{.*}} ins({{.*}}, %arg2
// CHECK: arith.addf
func.func @depthwise(%image: tensor<2x16x18x18xf32>, %filter: tensor<16x3x3xf32>, %c: tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32> {
  %result = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
    ins(%image, %filter : tensor<2x16x18x18xf32>, tensor<16x3x3xf32>) outs(%c : tensor<2x16x16x16xf32>) -> tensor<2x16x16x16xf32>
  return %result : tensor<2x16x16x16xf32>
}

// A constant is not added.

// CHECK-LABEL: @constant
// CHECK-COUNT-1: arith.addf
// CHECK-NOT: arith.addf
// CHECK: return
func.func @constant(%a: tensor<32x64xf32>, %b: tensor<64x48xf32>) -> tensor<32x48xf32> {
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<32x48xf32>
  %init = linalg.fill ins(%one : f32) outs(%empty : tensor<32x48xf32>) -> tensor<32x48xf32>
  %product = linalg.matmul ins(%a, %b : tensor<32x64xf32>, tensor<64x48xf32>) outs(%init : tensor<32x48xf32>) -> tensor<32x48xf32>
  return %product : tensor<32x48xf32>
}

// Partial sums from zero may overflow where the sums of the program do not.

// CHECK-LABEL: @flags
// CHECK-NOT: overflow
func.func @flags(%a: tensor<32x64xi32>, %x: tensor<32xi32>) -> tensor<32xi32> {
  %empty = tensor.empty() : tensor<32xi32>
  %init = linalg.add ins(%x, %x : tensor<32xi32>, tensor<32xi32>) outs(%empty : tensor<32xi32>) -> tensor<32xi32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
    ins(%a : tensor<32x64xi32>) outs(%init : tensor<32xi32>) {
  ^bb0(%in: i32, %out: i32):
    %added = arith.addi %out, %in overflow<nsw> : i32
    linalg.yield %added : i32
  } -> tensor<32xi32>
  return %sum : tensor<32xi32>
}
