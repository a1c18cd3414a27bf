//===- OverlappedPositions.cpp - order of register blocks -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions of register blocks and of their operands, as values that loops
// carry. A position is a mixed-radix number that is incremented with
// wraparound, columns first: the operands that follow those of the last block
// are those of the first one, so that loads beyond the end read valid memory.
//
//===----------------------------------------------------------------------===//

#include "OverlappedProducts.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

/// Returns value + step, or `begin` at the end, and whether it is the end.
static std::pair<Value, Value> advance(ImplicitLocOpBuilder &builder,
                                       Value value, int64_t step, Value end,
                                       int64_t begin = 0) {
  IndexMath math(builder);
  Value next = math.add(value, step);
  Value wraps =
      builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge, next, end);
  return {math.select(wraps, math.constant(begin), next), wraps};
}

TilePosition OverlappedProducts::getTile(ImplicitLocOpBuilder &builder,
                                         TilePosition position, int64_t r,
                                         int64_t c) const {
  IndexMath math(builder);
  return {math.add(position.row, r * context.variant.tileRows),
          math.add(position.col, c * context.variant.tileColumns(32))};
}

/// Returns the row of the block after the last one of a row of blocks, as
/// simple as possible: instructions issue in order, and a product waits for it.
Value OverlappedProducts::getNextRow(ImplicitLocOpBuilder &builder,
                                     Value row) const {
  std::optional<int64_t> extent = getConstantIntValue(rows);
  if (extent && *extent <= blockRows() && !step.part.first)
    return row;
  // With a peeled tile of depth, nothing is read beyond the last block.
  return getPeeled() ? IndexMath(builder).add(row, blockRows())
                     : advance(builder, row, blockRows(), rows).first;
}

TilePosition OverlappedProducts::getNextBlock(ImplicitLocOpBuilder &builder,
                                              TilePosition position) const {
  Value nextRow = getNextRow(builder, position.row);
  auto [col, isLastCol] =
      advance(builder, position.col, blockCols(), cols, firstCol);
  return {IndexMath(builder).select(isLastCol, nextRow, position.row), col};
}

/// Returns the first element of the last tile of depth, if it is not among
/// those of the epilogue.
std::optional<int64_t> OverlappedProducts::getPeeled() const {
  std::optional<int64_t> extent = getConstantIntValue(depth);
  if (!extent || *extent <= epilogueTiles * context.tileDepth())
    return std::nullopt;
  return llvm::alignDown(*extent - 1, context.tileDepth());
}

/// Returns the position and depth of the operands that are loaded next: after
/// the last ones of the step, the first.
std::pair<TilePosition, Value>
OverlappedProducts::getNext(ImplicitLocOpBuilder &builder,
                            TilePosition position, Value k) const {
  IndexMath math(builder);
  if (getPeeled())
    return {position, math.add(k, context.tileDepth())};
  auto [nextK, isLast] = advance(builder, k, context.tileDepth(), depth);
  TilePosition next = getNextBlock(builder, position);
  return {{math.select(isLast, next.row, position.row),
           math.select(isLast, next.col, position.col)},
          nextK};
}

/// Only parts of complete blocks are known to have rows.
bool OverlappedProducts::isDivided() const {
  return step.part.isDivided && getConstantIntValue(cols);
}

/// The number is a constant, or one of two: then LLVM finds that the loop over
/// blocks is entered, and does not move the products before it.
Value OverlappedProducts::countBlocks(ImplicitLocOpBuilder &builder) const {
  IndexMath math(builder);
  auto count = [&](Value extent, int64_t size) {
    return math.div(math.add(extent, size - 1), size);
  };
  if (isDivided()) {
    int64_t columns =
        llvm::divideCeil(*getConstantIntValue(cols) - firstCol, blockCols());
    auto blocks = [&](int64_t extent) {
      return math.constant(extent / blockRows() * columns);
    };
    return math.select(step.part.isDivided, blocks(step.part.rows),
                       blocks(context.plan.blockOf(context.plan.rows)));
  }
  Value present = step.part.first ? math.sub(rows, step.part.first) : rows;
  return builder.createOrFold<arith::MulIOp>(
      count(present, blockRows()),
      count(math.sub(cols, math.constant(firstCol)), blockCols()));
}
