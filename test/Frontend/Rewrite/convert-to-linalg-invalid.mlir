// Operations on tensors without a lowering are errors that name the operation.
//
// RUN: matrix-opt %s -split-input-file -verify-diagnostics -matrix-convert-to-linalg
// RUN: split-file %s %t && not matrix-compile %t/shape.mlir -o %t/x.elf 2>&1 | FileCheck %s --check-prefix=TOOL
// RUN: not ls %t/x.elf

// TOOL: shape.mlir:{{[0-9]+}}:{{[0-9]+}}: error: 'shape.shape_of' has no lowering to Linalg

func.func @dynamic_gather(%x: tensor<?x8xf32>, %i: tensor<3x1xindex>) -> tensor<3x8xf32> {
  // expected-error @+1 {{'tensor.gather' has no lowering to Linalg}}
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<?x8xf32>, tensor<3x1xindex>) -> tensor<3x8xf32>
  return %g : tensor<3x8xf32>
}

// -----

func.func @signed_bitcast(%x: tensor<4xui32>) -> tensor<4xi32> {
  // expected-error @+1 {{'tensor.bitcast' has no lowering to Linalg}}
  %b = tensor.bitcast %x : tensor<4xui32> to tensor<4xi32>
  return %b : tensor<4xi32>
}

// -----

func.func @dequantize(%q: tensor<4x!quant.uniform<i8:f32, 2.0>>) -> tensor<4xf32> {
  // expected-error @+1 {{'quant.dcast' has no lowering to Linalg}}
  %a = quant.dcast %q : tensor<4x!quant.uniform<i8:f32, 2.0>> to tensor<4xf32>
  return %a : tensor<4xf32>
}

// -----

func.func @rounding(%x: tensor<4xf32>) -> tensor<4xbf16> {
  %empty = tensor.empty() : tensor<4xbf16>
  %result = linalg.map ins(%x : tensor<4xf32>) outs(%empty : tensor<4xbf16>)
    (%in: f32, %out: bf16) {
      // expected-error @below {{the machine rounds to nearest even only; remove the rounding mode}}
      %narrow = arith.truncf %in toward_zero : f32 to bf16
      linalg.yield %narrow : bf16
    }
  return %result : tensor<4xbf16>
}

// -----

func.func @custom(%x: tensor<5x7xf32>) -> tensor<5x7xf32> {
  // expected-error @+1 {{failed to legalize operation 'tosa.custom'}}
  %r = tosa.custom %x {operator_name = "f", domain_name = "d", implementation_attrs = ""} : (tensor<5x7xf32>) -> tensor<5x7xf32>
  return %r : tensor<5x7xf32>
}

// -----

//--- shape.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'shape.shape_of' has no lowering to Linalg}}
  %s = shape.shape_of %x : tensor<4xf32> -> tensor<1xindex>
  %c0 = arith.constant 0 : index
  %e = tensor.extract %s[%c0] : tensor<1xindex>
  %i = arith.index_cast %e : index to i32
  %f = arith.sitofp %i : i32 to f32
  %t = tensor.splat %f : tensor<4xf32>
  return %t : tensor<4xf32>
}
