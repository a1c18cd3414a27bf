//===- TransposedImage.cpp - images with contiguous rows ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code that transposes blocks and accumulators, and reads tiles. The last
// tile of a row of the image extends into the next row, which overwrites it.
//
//===----------------------------------------------------------------------===//

#include "TransposedImage.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

TransposedImage::TransposedImage(const OperandBlock &block,
                                 const FusionGroupContext &context,
                                 const TapSchedule &schedule)
    : block(block), image(block.getStaged()), tileType(block.getTileType()),
      tile(tileType.getDimSize(0)),
      rowTiles(llvm::divideCeil(context.plan.blockOf(context.plan.rows), tile)),
      rows(schedule.order.empty()
               ? 0
               : schedule.loads.back().offset / image.columns + 1),
      results(tile) {
  if (rows > 0)
    results += llvm::alignTo(countFlatColumns(context.group, context.plan,
                                              context.variant,
                                              context.group.outputs.front()),
                             tile);
}

void TransposedImage::allocate(ImplicitLocOpBuilder &builder) {
  Attribute space = getScratchpadSpace(builder.getContext());
  auto allocate = [&](int64_t positions) -> Value {
    int64_t bytes = tile * tileType.getElementTypeBitWidth() / 8;
    return memref::AllocOp::create(
        builder, MemRefType::get({positions * bytes}, builder.getI8Type(),
                                 AffineMap(), space));
  };
  if (rows == 0)
    buffer = allocate(rowTiles * image.positions);
  for (int64_t row = 0; row < rows; ++row)
    rowBuffers.push_back(allocate(image.rowPositions));
  result = memref::AllocOp::create(
      builder, MemRefType::get({results, tile}, tileType.getElementType(),
                               AffineMap(), space));
}

/// Returns the matrix whose first tile has every `step`-th position as rows.
Value TransposedImage::getView(ImplicitLocOpBuilder &builder, Value buffer,
                               Value position, int64_t step) const {
  auto type =
      MemRefType::get({tile, step * tile}, tileType.getElementType(),
                      AffineMap(), getScratchpadSpace(builder.getContext()));
  int64_t bytes = tile * tileType.getElementTypeBitWidth() / 8;
  return memref::ViewOp::create(builder, type, buffer,
                                IndexMath(builder).mul(position, bytes),
                                ValueRange());
}

static Value readTile(ImplicitLocOpBuilder &builder, VectorType type,
                      Value matrix, Value row, bool isTransposed) {
  Value zero = IndexMath(builder).constant(0);
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(type.getElementType()));
  SmallVector<unsigned> order = {0, 1};
  if (isTransposed)
    std::swap(order[0], order[1]);
  return vector::TransferReadOp::create(
      builder, type, matrix, ValueRange{row, zero}, padding,
      AffineMap::getPermutationMap(order, builder.getContext()),
      ArrayRef<bool>{true, true});
}

static Value readTile(ImplicitLocOpBuilder &builder, VectorType type,
                      Value matrix, bool isTransposed) {
  return readTile(builder, type, matrix, IndexMath(builder).constant(0),
                  isTransposed);
}

static void writeTile(ImplicitLocOpBuilder &builder, Value tile, Value matrix,
                      Value row = {}) {
  Value zero = IndexMath(builder).constant(0);
  vector::TransferWriteOp::create(builder, tile, matrix,
                                  ValueRange{row ? row : zero, zero},
                                  ArrayRef<bool>{true, true});
}

void TransposedImage::transpose(ImplicitLocOpBuilder &builder,
                                Value view) const {
  emitLoop(builder, IndexMath(builder).constant(rowTiles), 1,
           [&](ImplicitLocOpBuilder &b, Value rowTile) {
             IndexMath math(b);
             transposeRows(b, view, rowTile, 0,
                           math.mul(rowTile, tile * image.rowPitch),
                           math.mul(rowTile, image.positions));
           });
}

/// Transposes the rows of the image from outer dimension `dim` on, whose first
/// element is `element` of the box and `position` of the buffer.
void TransposedImage::transposeRows(ImplicitLocOpBuilder &builder, Value view,
                                    Value rowTile, unsigned dim, Value element,
                                    Value position) const {
  IndexMath math(builder);
  if (dim < image.outer.size())
    return emitLoop(
        builder, math.constant(image.outer[dim].span), 1,
        [&](ImplicitLocOpBuilder &b, Value index) {
          IndexMath math(b);
          transposeRows(
              b, view, rowTile, dim + 1,
              math.add(element, math.mul(index, image.outer[dim].pitch)),
              math.add(position, math.mul(index, image.outerPitch[dim])));
        });
  constexpr int64_t kAhead = 4;
  SmallVector<Value> tiles;
  int64_t number = llvm::divideCeil(image.columns, tile);
  for (int64_t i = 0; i < number + kAhead; ++i) {
    if (i < number)
      tiles.push_back(
          readTile(builder, tileType,
                   block.getRowsView(builder, view, math.add(element, i * tile),
                                     image.rowPitch),
                   true));
    if (i >= kAhead)
      writeTile(
          builder, tiles[i - kAhead],
          getView(builder, buffer, math.add(position, (i - kAhead) * tile), 1));
  }
}

Value TransposedImage::read(ImplicitLocOpBuilder &builder, ArrayRef<Value> tap,
                            TilePosition position, int64_t rows,
                            int64_t cols) const {
  IndexMath math(builder);
  Value first =
      math.add(math.mul(math.div(position.row, tile), image.positions),
               getOffset(math, position.col, image.cols));
  int64_t distance =
      rows / tile * image.positions + getDistance(image.cols, cols);
  first = math.add(first, distance);
  for (auto [index, stride] : llvm::zip_equal(tap, image.taps))
    first = math.add(first, math.mul(index, stride));
  return readTile(builder, tileType,
                  getView(builder, buffer, first, image.cols.front().stride),
                  false);
}

Value TransposedImage::transposeResult(ImplicitLocOpBuilder &builder,
                                       Value accumulator) const {
  writeTile(builder, accumulator, result);
  return readTile(builder, cast<VectorType>(accumulator.getType()), result,
                  true);
}

//===----------------------------------------------------------------------===//
// Rows in buffers of their own
//===----------------------------------------------------------------------===//

Value TransposedImage::readBox(ImplicitLocOpBuilder &builder, Value view,
                               Value rowTile, Value imageRow,
                               int64_t columnTile) const {
  IndexMath math(builder);
  const BoxDim *outer = llvm::find_if(
      image.outer, [](const BoxDim &dim) { return dim.span > 1; });
  Value element = math.add(math.mul(rowTile, tile * image.rowPitch),
                           math.mul(imageRow, outer->pitch));
  return readTile(builder, tileType,
                  block.getRowsView(builder, view,
                                    math.add(element, columnTile * tile),
                                    image.rowPitch),
                  true);
}

void TransposedImage::writeRow(ImplicitLocOpBuilder &builder, Value values,
                               int64_t row, int64_t columnTile) const {
  Value position = IndexMath(builder).constant(columnTile * tile);
  writeTile(builder, values, getView(builder, rowBuffers[row], position, 1));
}

Value TransposedImage::readRow(ImplicitLocOpBuilder &builder, int64_t row,
                               int64_t column) const {
  Value position = IndexMath(builder).constant(column);
  return readTile(builder, tileType,
                  getView(builder, rowBuffers[row], position, getStep()),
                  false);
}

void TransposedImage::writeResult(ImplicitLocOpBuilder &builder, Value values,
                                  Value element) const {
  writeTile(builder, values, result, element);
}

Value TransposedImage::readResult(ImplicitLocOpBuilder &builder,
                                  Value element) const {
  return readTile(builder, tileType, result, element, true);
}
