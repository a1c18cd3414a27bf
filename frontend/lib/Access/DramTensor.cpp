//===- DramTensor.cpp - dense tensors at addresses ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memref descriptor of a static shape follows from the address alone, so
// that conversion casts between memref and descriptor connect code of both
// forms until the lowering to LLVM folds them. The address of a tensor that
// such a cast defines is read from its descriptor.
//
//===----------------------------------------------------------------------===//

#include "DramTensor.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

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

static Value copyToScratchpad(ImplicitLocOpBuilder &builder, Value table,
                              int64_t number) {
  auto type = MemRefType::get(number, builder.getI64Type());
  Value copy = memref::AllocOp::create(
      builder, MemRefType::get(number, builder.getI64Type(), AffineMap(),
                               getScratchpadSpace(builder.getContext())));
  Value token = DmaLoadOp::create(
      builder, TokenType::get(builder.getContext()),
      getDramTensor(builder, table, type), /*indices=*/ValueRange(), copy,
      /*skip=*/ValueRange(), /*valid=*/ValueRange(), /*fill=*/TypedAttr(),
      /*receivers=*/Value(), /*semaphore=*/Value());
  DmaWaitOp::create(builder, token);
  return copy;
}

SmallVector<Value> matrix::loadDramAddresses(ImplicitLocOpBuilder &builder,
                                             Value table, int64_t number,
                                             bool hasDma, int64_t cores) {
  constexpr int64_t kMaxInRegisters = 8;
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value copy;
  if (hasDma && number > kMaxInRegisters)
    copy = copyToScratchpad(builder, table, number);
  SmallVector<Value> addresses;
  for (int32_t i = 0; i < number; ++i) {
    if (copy) {
      Value index = arith::ConstantIndexOp::create(builder, i);
      Value address = memref::LoadOp::create(builder, copy, index);
      addresses.push_back(LLVM::IntToPtrOp::create(builder, pointer, address));
      continue;
    }
    Value place = LLVM::GEPOp::create(builder, pointer, builder.getI64Type(),
                                      table, ArrayRef<LLVM::GEPArg>{i});
    addresses.push_back(LLVM::LoadOp::create(builder, pointer, place));
  }
  // Multicasts of other cores may reuse the memory of the copy.
  if (copy && cores > 1)
    BarrierOp::create(builder);
  return addresses;
}

Value matrix::getStridedView(ImplicitLocOpBuilder &builder, Value memref,
                             ArrayRef<int64_t> extents,
                             ArrayRef<int64_t> strides, int64_t first) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, memref);
  Value offset = metadata.getOffset();
  if (first != 0)
    offset = builder.createOrFold<arith::AddIOp>(
        offset, arith::ConstantIndexOp::create(builder, first));
  auto layout = StridedLayoutAttr::get(builder.getContext(),
                                       ShapedType::kDynamic, strides);
  auto type = MemRefType::get(
      extents, cast<MemRefType>(memref.getType()).getElementType(), layout);
  return memref::ReinterpretCastOp::create(
      builder, type, metadata.getBaseBuffer(), getAsOpFoldResult(offset),
      getAsIndexOpFoldResult(builder.getContext(), extents),
      getAsIndexOpFoldResult(builder.getContext(), strides));
}
