//===- StagedTensor.cpp - tensors of scatter loops in scratchpads ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are linearized: indices of rows for divided tensors, else all
// indices. Transfers have one or two dimensions, with a contiguous last one.
//
//===----------------------------------------------------------------------===//

#include "StagedTensor.h"
#include "Access/DramTensor.h"
#include "Emit/BlockStep.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

using Values = SmallVector<Value>;

StagedTensor::StagedTensor(ImplicitLocOpBuilder &builder, Value memref,
                           int64_t width, int64_t block, bool hasTwoBuffers)
    : memref(memref), type(cast<MemRefType>(memref.getType())), width(width),
      block(block), hasTwoBuffers(hasTwoBuffers) {
  SmallVector<int64_t> shape = {hasTwoBuffers ? 2 : 1,
                                isDivided() ? blockExtent() : 1,
                                isDivided() ? width : blockExtent()};
  buffer = memref::AllocOp::create(
      builder, MemRefType::get(shape, type.getElementType(), AffineMap(),
                               getScratchpadSpace(builder.getContext())));
}

int64_t StagedTensor::numRows() const {
  return type.getNumElements() / type.getShape().back();
}

int64_t StagedTensor::blockExtent() const {
  int64_t extent = isDivided() ? numRows() : type.getNumElements();
  return isStreamed() ? extent / type.getDimSize(0) * block : extent;
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Returns the tensor by rows or by elements.
Value StagedTensor::getView(ImplicitLocOpBuilder &b, Value memref) const {
  int64_t columns = type.getShape().back();
  if (isDivided())
    return getStridedView(b, memref, {numRows(), columns}, {columns, 1});
  return getStridedView(b, memref, {type.getNumElements()}, {1});
}

/// Returns the buffer of a block, without the dimensions of extent 1 in front.
Value StagedTensor::getBuffer(ImplicitLocOpBuilder &b, Value block) const {
  auto full = cast<MemRefType>(buffer.getType());
  SmallVector<OpFoldResult> offsets(3, b.getIndexAttr(0)),
      strides(3, b.getIndexAttr(1)), sizes = {b.getIndexAttr(1)};
  if (hasTwoBuffers)
    offsets.front() = getAsOpFoldResult(IndexMath(b).rem(block, 2));
  for (int64_t extent : full.getShape().drop_front())
    sizes.push_back(b.getIndexAttr(extent));
  auto shape = full.getShape().drop_front(isDivided() ? 1 : 2);
  auto view = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      shape, full, offsets, sizes, strides));
  return memref::SubViewOp::create(b, view, buffer, offsets, sizes, strides);
}

Value StagedTensor::load(ImplicitLocOpBuilder &b, Value other, Value column,
                         Value block, Value first) const {
  IndexMath math(b);
  Value zero = math.constant(0);
  Values position = {isStreamed() ? math.mul(first, blockExtent() / this->block)
                                  : zero};
  if (isDivided())
    position.push_back(column);
  return DmaLoadOp::create(b, getView(b, other ? other : memref), position,
                           getBuffer(b, isStreamed() ? block : zero),
                           ValueRange())
      .getToken();
}

bool StagedTensor::canFill(RankedTensorType type, int64_t width) {
  int64_t elements = width ? width : type.getNumElements();
  return elements * llvm::divideCeil(type.getElementTypeBitWidth(), 8) <=
         int64_t(llvm::maxUIntN(desc::dma_field::right.bits));
}

Value StagedTensor::fill(ImplicitLocOpBuilder &b, Value other,
                         TypedAttr element) const {
  Value zero = IndexMath(b).constant(0);
  Values zeros(isDivided() ? 2 : 1, zero);
  return DmaLoadOp::create(b, getView(b, other), zeros, getBuffer(b, zero),
                           zeros, element)
      .getToken();
}

Value StagedTensor::store(ImplicitLocOpBuilder &b, Value other,
                          Value column) const {
  Value zero = IndexMath(b).constant(0);
  Values position = {zero};
  if (isDivided())
    position.push_back(column);
  return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                            getBuffer(b, zero), getView(b, other), position,
                            ValueRange())
      .getToken();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Linearizes the indices of rows, or all indices.
Values StagedTensor::locate(ImplicitLocOpBuilder &b, ValueRange indices,
                            Value number) const {
  IndexMath math(b);
  Value zero = math.constant(0), linear = zero;
  for (auto [index, extent] :
       llvm::zip(indices.drop_back(isDivided()), type.getShape()))
    linear = math.add(math.mul(linear, extent), index);
  if (isDivided())
    return {number, linear, indices.back()};
  return {number, zero, linear};
}

Value StagedTensor::read(ImplicitLocOpBuilder &b, ValueRange indices,
                         const Position &position) const {
  Values own(indices);
  IndexMath math(b);
  Value number = math.constant(0);
  if (isStreamed()) {
    own.front() = position.local;
    number = hasTwoBuffers ? math.rem(position.block, 2) : number;
  }
  return memref::LoadOp::create(b, buffer, locate(b, own, number));
}

void StagedTensor::write(ImplicitLocOpBuilder &b, Value element,
                         ValueRange indices) const {
  memref::StoreOp::create(b, element, buffer,
                          locate(b, indices, IndexMath(b).constant(0)));
}
