//===- DramTensor.cpp - dense tensors at addresses ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds memref descriptors of dense row-major tensors from addresses, and the
// reverse.
//
//===----------------------------------------------------------------------===//

#include "DramTensor.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"

using namespace mlir;

Value matrix::getDramTensor(OpBuilder &builder, Location loc, Value address,
                            MemRefType type) {
  LLVMTypeConverter converter(builder.getContext());
  Value descriptor =
      MemRefDescriptor::fromStaticShape(builder, loc, converter, type, address);
  return UnrealizedConversionCastOp::create(builder, loc, type, descriptor)
      .getResult(0);
}

Value matrix::getDramAddress(OpBuilder &builder, Location loc, Value tensor) {
  LLVMTypeConverter converter(builder.getContext());
  auto cast = tensor.getDefiningOp<UnrealizedConversionCastOp>();
  Value descriptor =
      cast ? cast.getOperand(0)
           : UnrealizedConversionCastOp::create(
                 builder, loc, converter.convertType(tensor.getType()), tensor)
                 .getResult(0);
  return MemRefDescriptor(descriptor).alignedPtr(builder, loc);
}
