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
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

Value matrix::getDramTensor(ImplicitLocOpBuilder &builder, Value address,
                            MemRefType type) {
  LLVMTypeConverter converter(builder.getContext());
  Value descriptor = MemRefDescriptor::fromStaticShape(
      builder, builder.getLoc(), converter, type, address);
  return UnrealizedConversionCastOp::create(builder, type, descriptor)
      .getResult(0);
}

Value matrix::getDramAddress(ImplicitLocOpBuilder &builder, Value tensor) {
  LLVMTypeConverter converter(builder.getContext());
  auto cast = tensor.getDefiningOp<UnrealizedConversionCastOp>();
  Value descriptor =
      cast ? cast.getOperand(0)
           : UnrealizedConversionCastOp::create(
                 builder, converter.convertType(tensor.getType()), tensor)
                 .getResult(0);
  return MemRefDescriptor(descriptor).alignedPtr(builder, builder.getLoc());
}

Value matrix::getStridedView(ImplicitLocOpBuilder &builder, Value memref,
                             ArrayRef<int64_t> extents,
                             ArrayRef<int64_t> strides) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memref);
  auto layout = StridedLayoutAttr::get(builder.getContext(),
                                       ShapedType::kDynamic, strides);
  auto type = MemRefType::get(
      extents, cast<MemRefType>(memref.getType()).getElementType(), layout);
  return memref::ReinterpretCastOp::create(
      builder, type, metadata.getBaseBuffer(),
      getAsOpFoldResult(metadata.getOffset()),
      getAsIndexOpFoldResult(builder.getContext(), extents),
      getAsIndexOpFoldResult(builder.getContext(), strides));
}
