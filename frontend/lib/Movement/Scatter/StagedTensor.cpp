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

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

int64_t StagedLayout::numRows(ShapedType type) const {
  int64_t rows =
      llvm::product_of(type.getShape().take_front(std::max<int64_t>(dim, 0)));
  return dim > 0 && block > 0 ? rows / type.getDimSize(0) * block : rows;
}

int64_t StagedLayout::numColumns(ShapedType type) const {
  if (dim >= 0)
    return width * llvm::product_of(type.getShape().drop_front(dim + 1));
  int64_t elements = type.getNumElements();
  return block > 0 ? elements / type.getDimSize(0) * block : elements;
}

SmallVector<int64_t> StagedLayout::getShape(ShapedType type) const {
  int64_t columns = pitch ? pitch : numColumns(type);
  int64_t behind = std::max<int64_t>(tile - columns, 0);
  return {hasTwoBuffers ? 2 : 1,
          numRows(type) + int64_t(llvm::divideCeil(behind, columns)), columns};
}

StagedTensor::StagedTensor(ImplicitLocOpBuilder &builder, Value memref,
                           const StagedLayout &layout)
    : memref(memref), type(cast<MemRefType>(memref.getType())), layout(layout) {
  buffer = memref::AllocOp::create(
      builder,
      MemRefType::get(layout.getShape(type), type.getElementType(), AffineMap(),
                      getScratchpadSpace(builder.getContext())));
}

int64_t StagedTensor::numInner() const {
  return llvm::product_of(type.getShape().drop_front(layout.dim + 1));
}

//===----------------------------------------------------------------------===//
// Transfers
//===----------------------------------------------------------------------===//

/// Returns the tensor by rows or by elements.
Value StagedTensor::getView(ImplicitLocOpBuilder &b, Value memref) const {
  int64_t elements = type.getNumElements();
  if (!isDivided())
    return getStridedView(b, memref, {elements}, {1});
  int64_t columns = type.getDimSize(layout.dim) * numInner();
  return getStridedView(b, memref, {elements / columns, columns}, {columns, 1});
}

/// Returns the elements of a block in its buffer, without the dimensions of
/// extent 1 in front.
Value StagedTensor::getBuffer(ImplicitLocOpBuilder &b, Value block) const {
  auto full = cast<MemRefType>(buffer.getType());
  SmallVector<OpFoldResult> offsets(3, b.getIndexAttr(0)),
      strides(3, b.getIndexAttr(1));
  if (layout.hasTwoBuffers)
    offsets.front() = getAsOpFoldResult(IndexMath(b).rem(block, 2));
  SmallVector<int64_t> shape = {layout.numRows(type), layout.numColumns(type)};
  SmallVector<OpFoldResult> sizes = {
      b.getIndexAttr(1), b.getIndexAttr(shape[0]), b.getIndexAttr(shape[1])};
  auto view = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      ArrayRef(shape).drop_front(isDivided() ? 0 : 1), full, offsets, sizes,
      strides));
  return memref::SubViewOp::create(b, view, buffer, offsets, sizes, strides);
}

/// Returns the first element of a block of a piece in the tensor.
Values StagedTensor::getStart(ImplicitLocOpBuilder &b, const Piece &piece,
                              Value first) const {
  IndexMath math(b);
  int64_t extent = isDivided() ? layout.numRows(type) : layout.numColumns(type);
  Values start = {isStreamed() ? math.mul(first, extent / layout.block)
                               : math.constant(0)};
  if (isDivided())
    start.push_back(math.mul(piece.first, numInner()));
  return start;
}

/// Returns the rows and columns that exist in a piece; nothing if all do.
Values StagedTensor::getValid(ImplicitLocOpBuilder &b,
                              const Piece &piece) const {
  if (!isDivided() || piece.end <= type.getDimSize(layout.dim))
    return {};
  int64_t extent = type.getDimSize(layout.dim);
  IndexMath math(b);
  Value rest = math.sub(math.constant(extent), math.min(piece.first, extent));
  return {math.constant(layout.numRows(type)),
          math.mul(math.min(rest, layout.width), numInner())};
}

Value StagedTensor::load(ImplicitLocOpBuilder &b, Value other,
                         const Piece &piece, Value block, Value first) const {
  return DmaLoadOp::create(b, getView(b, other ? other : memref),
                           getStart(b, piece, first), getBuffer(b, block),
                           getValid(b, piece))
      .getToken();
}

bool StagedTensor::canFill(RankedTensorType type, const StagedLayout &layout) {
  return layout.numColumns(type) *
             llvm::divideCeil(type.getElementTypeBitWidth(), 8) <=
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
  return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                            getBuffer(b, Value()), getView(b, other),
                            getStart(b, piece, Value()), getValid(b, piece))
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
    if (int64_t(i) == layout.dim && position.item)
      own = position.item;
    Value &linear = int64_t(i) < layout.dim ? row : column;
    linear = math.add(math.mul(linear, extent), own);
  }
  Value number = layout.hasTwoBuffers ? math.rem(position.block, 2) : zero;
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

Value StagedTensor::getTile(ImplicitLocOpBuilder &b, ValueRange indices,
                            const Position &position, Value first,
                            ArrayRef<int64_t> shape) const {
  Position own = position;
  own.item = first;
  Values place = locate(b, indices, own);
  IndexMath math(b);
  auto full = cast<MemRefType>(buffer.getType());
  Value row = math.add(math.mul(place[0], full.getDimSize(1)), place[1]);
  Value offset = math.add(math.mul(row, full.getDimSize(2)), place[2]);
  SmallVector<int64_t> strides = {shape.back(), 1};
  auto view = MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, strides),
      full.getMemorySpace());
  return memref::ReinterpretCastOp::create(
      b, view, buffer, OpFoldResult(offset),
      getAsIndexOpFoldResult(b.getContext(), shape),
      getAsIndexOpFoldResult(b.getContext(), strides));
}
