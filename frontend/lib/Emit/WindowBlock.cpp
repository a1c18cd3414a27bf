//===- WindowBlock.cpp - boxes of operands in the scratchpad --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are bytes, of which boxes and tiles are views: a position is the sum
// of the digits of a row and a column, times their strides, and a tile a matrix
// of the stride of its lines from there on.
//
//===----------------------------------------------------------------------===//

#include "WindowBlock.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void WindowBlock::allocate(ImplicitLocOpBuilder &builder, int64_t numBuffers) {
  auto type = MemRefType::get({numBuffers * layout.elements * elementBytes()},
                              builder.getI8Type(), AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  buffers = tiles = memref::AllocOp::create(builder, type);
  if (layout.transposition)
    allocateTransposed(builder);
}

Value WindowBlock::getBufferView(ImplicitLocOpBuilder &builder,
                                 Value bufferIndex) const {
  return IndexMath(builder).mul(bufferIndex, layout.elements * elementBytes());
}

Value matrix::getView(ImplicitLocOpBuilder &builder, Value bytes, Value start,
                      ArrayRef<int64_t> shape, Type element) {
  auto type = MemRefType::get(shape, element, AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  return memref::ViewOp::create(builder, type, bytes, start, ValueRange());
}

Value WindowBlock::getBox(ImplicitLocOpBuilder &builder, Value view) const {
  SmallVector<int64_t> spans, pitches;
  for (const BoxDim &dim : layout.box) {
    spans.push_back(dim.span);
    pitches.push_back(dim.pitch);
  }
  Type element = tileType.getElementType();
  Value elements = getView(builder, buffers, view, layout.elements, element);
  MLIRContext *context = builder.getContext();
  auto type = MemRefType::get(spans, element,
                              StridedLayoutAttr::get(context, 0, pitches),
                              getScratchpadSpace(context));
  return memref::ReinterpretCastOp::create(
      builder, type, elements, builder.getIndexAttr(0),
      getAsIndexOpFoldResult(context, spans),
      getAsIndexOpFoldResult(context, pitches));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Value matrix::getOffset(IndexMath &math, Value number,
                        ArrayRef<IndexDigit> digits) {
  Value offset = math.constant(0);
  for (const IndexDigit &digit : digits.drop_back()) {
    offset =
        math.add(offset, math.mul(math.rem(number, digit.radix), digit.stride));
    number = math.div(number, digit.radix);
  }
  return math.add(offset, math.mul(number, digits.back().stride));
}

Value WindowBlock::getTapView(ImplicitLocOpBuilder &builder, Value view,
                              ArrayRef<Value> tap) const {
  IndexMath math(builder);
  for (auto [index, stride] : llvm::zip_equal(tap, layout.taps))
    view = math.add(view, math.mul(index, stride * elementBytes()));
  return view;
}

/// Returns the byte of the first element of the tile at (row, col).
Value WindowBlock::getStart(ImplicitLocOpBuilder &builder, Value view,
                            Value row, Value col) const {
  IndexMath math(builder);
  Value element = math.add(getOffset(math, row, layout.rows),
                           getOffset(math, col, layout.cols));
  return math.add(math.mul(element, elementBytes()), view);
}

/// Returns a matrix whose first tile is that at (row, col), in memory order.
Value WindowBlock::getTile(ImplicitLocOpBuilder &builder, Value view, Value row,
                           Value col) const {
  Value start = getStart(builder, view, row, col);
  bool transposed = layout.isTransposed();
  int64_t stride = (transposed ? layout.cols : layout.rows).front().stride;
  int64_t lines = tileType.getDimSize(transposed ? 1 : 0);
  return getView(builder, tiles, start, {lines, stride},
                 tileType.getElementType());
}

/// Reads a tile whose rows, or columns, are equal.
Value WindowBlock::readVector(ImplicitLocOpBuilder &builder, Value view,
                              Value row, Value col) const {
  bool onRows = layout.dependsOnRows();
  AffineExpr element = builder.getAffineDimExpr(0),
             zero = builder.getAffineConstantExpr(0);
  Value vector =
      getView(builder, buffers, getStart(builder, view, row, col),
              {tileType.getDimSize(onRows ? 0 : 1)}, tileType.getElementType());
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(tileType.getElementType()));
  auto map = AffineMap::get(
      1, 0, onRows ? ArrayRef{element, zero} : ArrayRef{zero, element},
      builder.getContext());
  return vector::TransferReadOp::create(
      builder, tileType, vector, ValueRange{IndexMath(builder).constant(0)},
      padding, map, ArrayRef<bool>{true, true});
}

Value WindowBlock::getShiftedView(ImplicitLocOpBuilder &builder, Value view,
                                  bool alongRows, int64_t elements) const {
  int64_t distance =
      getDistance(alongRows ? layout.rows : layout.cols, elements);
  return IndexMath(builder).add(view, distance * elementBytes());
}

Value WindowBlock::getFlatView(ImplicitLocOpBuilder &builder, Value view,
                               bool alongRows, Value number) const {
  IndexMath math(builder);
  int64_t stride = (alongRows ? layout.rows : layout.cols).front().stride;
  return math.add(view, math.mul(number, stride * elementBytes()));
}

Value WindowBlock::getRowsView(ImplicitLocOpBuilder &builder, Value view,
                               Value element, int64_t pitch) const {
  IndexMath math(builder);
  return getView(builder, buffers,
                 math.add(view, math.mul(element, elementBytes())),
                 {tileType.getDimSize(0), pitch}, tileType.getElementType());
}

Value WindowBlock::read(ImplicitLocOpBuilder &builder, Value view, Value row,
                        Value col, bool isStored) const {
  if (!layout.dependsOnRows() || !layout.dependsOnCols())
    return readVector(builder, view, row, col);
  Value matrix = getTile(builder, view, row, col);
  Value zero = IndexMath(builder).constant(0);
  SmallVector<unsigned> order = {0, 1};
  if (layout.isTransposed() && !isStored)
    std::swap(order[0], order[1]);
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(tileType.getElementType()));
  return vector::TransferReadOp::create(
      builder, tileType, matrix, ValueRange{zero, zero}, padding,
      AffineMap::getPermutationMap(order, builder.getContext()),
      ArrayRef<bool>{true, true});
}

void WindowBlock::write(ImplicitLocOpBuilder &builder, Value view, Value tile,
                        Value row, Value col) const {
  Value zero = IndexMath(builder).constant(0);
  vector::TransferWriteOp::create(
      builder, tile, getTile(builder, view, row, col), ValueRange{zero, zero},
      ArrayRef<bool>{true, true});
}
