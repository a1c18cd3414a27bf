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
// of the stride of its lines from there on. Transfers move the part of the box
// that is within the tensor; `skip` counts the elements of padding in front of
// it, and `valid` ends it.
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
// Transfers
//===----------------------------------------------------------------------===//

static Value getStart(IndexMath &math, const TensorDim &dim,
                      const BlockStep &step) {
  Value start = math.constant(dim.offset);
  for (auto [factor, loop] : llvm::zip_equal(dim.factors, step.start))
    if (factor)
      start = math.add(start, math.mul(loop, factor));
  return start;
}

/// Returns the tensor in the dimensions of the box.
Value WindowBlock::getTensorView(ImplicitLocOpBuilder &builder, Value memory,
                                 const BlockStep &step) const {
  IndexMath math(builder);
  Value offset = math.constant(0);
  SmallVector<int64_t> spans, strides;
  for (const BoxDim &dim : layout.others)
    offset =
        math.add(offset, math.mul(::getStart(math, dim, step), dim.stride));
  for (const BoxDim &dim : layout.box) {
    spans.push_back(dim.span);
    strides.push_back(dim.stride);
  }
  auto type =
      MemRefType::get(spans, tileType.getElementType(),
                      StridedLayoutAttr::get(builder.getContext(),
                                             ShapedType::kDynamic, strides));
  return memref::ReinterpretCastOp::create(
      builder, type, memory, OpFoldResult(offset),
      getAsIndexOpFoldResult(builder.getContext(), spans),
      getAsIndexOpFoldResult(builder.getContext(), strides));
}

/// Returns the first element of the step's box, which padding precedes.
SmallVector<Value> WindowBlock::getStarts(ImplicitLocOpBuilder &builder,
                                          const BlockStep &step) const {
  IndexMath math(builder);
  SmallVector<Value> starts;
  for (const BoxDim &dim : layout.box)
    starts.push_back(::getStart(math, dim, step));
  return starts;
}

bool WindowBlock::isComplete() const {
  return llvm::all_of(layout.box,
                      [](const BoxDim &dim) { return dim.isComplete; });
}

static Value clamp(ImplicitLocOpBuilder &builder, Value value, int64_t most) {
  IndexMath math(builder);
  Value positive =
      builder.createOrFold<arith::MaxSIOp>(value, math.constant(0));
  return builder.createOrFold<arith::MinSIOp>(positive, math.constant(most));
}

Value WindowBlock::load(ImplicitLocOpBuilder &builder, Value memory,
                        const BlockStep &step, Value view, Value receivers,
                        Value semaphore) const {
  IndexMath math(builder);
  SmallVector<Value> skip, valid;
  bool isPadded = false;
  for (const BoxDim &dim : layout.box) {
    isPadded |= dim.offset < 0;
    Value start = ::getStart(math, dim, step);
    skip.push_back(
        dim.offset < 0
            ? clamp(builder, math.sub(math.constant(0), start), dim.span)
            : math.constant(0));
    valid.push_back(dim.isComplete
                        ? math.constant(dim.span)
                        : clamp(builder,
                                math.sub(math.constant(dim.size), start),
                                dim.span));
  }
  if (isComplete())
    valid.clear();
  if (!isPadded)
    skip.clear();
  return DmaLoadOp::create(builder, TokenType::get(builder.getContext()),
                           getTensorView(builder, memory, step),
                           getStarts(builder, step), getBox(builder, view),
                           skip, valid, padding, receivers, semaphore)
      .getToken();
}

Value WindowBlock::store(ImplicitLocOpBuilder &builder, Value memory,
                         const BlockStep &step, Value view) const {
  IndexMath math(builder);
  SmallVector<Value> valid;
  if (!isComplete())
    for (const BoxDim &dim : layout.box)
      valid.push_back(dim.isComplete
                          ? math.constant(dim.span)
                          : clamp(builder,
                                  math.sub(math.constant(dim.size),
                                           ::getStart(math, dim, step)),
                                  dim.span));
  return DmaStoreOp::create(builder, TokenType::get(builder.getContext()),
                            getBox(builder, view),
                            getTensorView(builder, memory, step),
                            getStarts(builder, step), valid)
      .getToken();
}

int WindowBlock::findDim(int loop) const {
  int found = -1;
  for (auto [i, dim] : llvm::enumerate(layout.box))
    if (dim.factors[loop]) {
      if (found >= 0)
        return -1;
      found = int(i);
    }
  return found;
}

bool WindowBlock::canStorePieces(int dim, int64_t extent, int64_t count) const {
  int found = findDim(dim);
  return found >= 0 && extent % count == 0 &&
         layout.box[found].span == extent * layout.box[found].factors[dim];
}

Value WindowBlock::store(ImplicitLocOpBuilder &builder, Value memory,
                         const BlockStep &step, Value view, int dim,
                         const BlockPiece &piece) const {
  if (piece.count == 1)
    return store(builder, memory, step, view);
  IndexMath math(builder);
  WindowBlock part = *this;
  BoxDim &own = part.layout.box[findDim(dim)];
  own.span /= piece.count;
  Value first = math.mul(piece.index, own.span);
  BlockStep partStep = step;
  partStep.start[dim] = math.add(
      step.start[dim], math.mul(piece.index, own.span / own.factors[dim]));
  return part.store(
      builder, memory, partStep,
      math.add(view, math.mul(first, own.pitch * elementBytes())));
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
