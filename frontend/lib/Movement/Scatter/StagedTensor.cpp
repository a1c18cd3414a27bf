//===- StagedTensor.cpp - tensors of scatter loops in scratchpads ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Positions are linearized: indices of rows and of columns, or all indices.
// Transfers have one or two dimensions, with a contiguous last one. Those of a
// piece that the tensor ends in move the elements that exist.
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
                           int64_t dim, int64_t width, int64_t block,
                           bool hasTwoBuffers)
    : memref(memref), type(cast<MemRefType>(memref.getType())), dim(dim),
      width(width), block(block), hasTwoBuffers(hasTwoBuffers) {
  SmallVector<int64_t> shape = {
      hasTwoBuffers ? 2 : 1, isDivided() ? blockExtent() : 1,
      isDivided() ? width * numInner() : blockExtent()};
  buffer = memref::AllocOp::create(
      builder, MemRefType::get(shape, type.getElementType(), AffineMap(),
                               getScratchpadSpace(builder.getContext())));
}

int64_t StagedTensor::numRows() const {
  return llvm::product_of(type.getShape().take_front(isDivided() ? dim : 0));
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
  int64_t columns = numColumns();
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

/// Returns the rows and columns that exist in a piece; nothing if all do.
Values StagedTensor::getValid(ImplicitLocOpBuilder &b,
                              const Piece &piece) const {
  if (!isDivided() || piece.end <= type.getDimSize(dim))
    return {};
  int64_t extent = type.getDimSize(dim);
  IndexMath math(b);
  Value rest = math.sub(math.constant(extent), math.min(piece.first, extent));
  return {math.constant(blockExtent()),
          math.mul(math.min(rest, width), numInner())};
}

Value StagedTensor::load(ImplicitLocOpBuilder &b, Value other,
                         const Piece &piece, Value block, Value first) const {
  IndexMath math(b);
  Value zero = math.constant(0);
  Values position = {isStreamed() ? math.mul(first, blockExtent() / this->block)
                                  : zero};
  if (isDivided())
    position.push_back(math.mul(piece.first, numInner()));
  return DmaLoadOp::create(b, getView(b, other ? other : memref), position,
                           getBuffer(b, isStreamed() ? block : zero),
                           getValid(b, piece))
      .getToken();
}

bool StagedTensor::canFill(RankedTensorType type, int64_t dim, int64_t width) {
  int64_t elements =
      dim < 0 ? type.getNumElements()
              : width * llvm::product_of(type.getShape().drop_front(dim + 1));
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
                          const Piece &piece) const {
  IndexMath math(b);
  Value zero = math.constant(0);
  Values position = {zero};
  if (isDivided())
    position.push_back(math.mul(piece.first, numInner()));
  return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                            getBuffer(b, zero), getView(b, other), position,
                            getValid(b, piece))
      .getToken();
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Linearizes indices of rows and of columns, or all indices.
Values StagedTensor::locate(ImplicitLocOpBuilder &b, ValueRange indices,
                            const Position &position) const {
  IndexMath math(b);
  Value zero = math.constant(0), row = zero, column = zero;
  for (auto [i, index, extent] : llvm::enumerate(indices, type.getShape())) {
    Value own = index;
    if (i == 0 && isStreamed())
      own = position.local;
    if (int64_t(i) == dim && position.item)
      own = position.item;
    Value &linear = int64_t(i) < dim ? row : column;
    linear = math.add(math.mul(linear, extent), own);
  }
  Value number = hasTwoBuffers ? math.rem(position.block, 2) : zero;
  return {number, row, column};
}

Value StagedTensor::read(ImplicitLocOpBuilder &b, ValueRange indices,
                         const Position &position) const {
  return memref::LoadOp::create(b, buffer, locate(b, indices, position));
}

void StagedTensor::write(ImplicitLocOpBuilder &b, Value element,
                         ValueRange indices, const Position &position) const {
  memref::StoreOp::create(b, element, buffer, locate(b, indices, position));
}
