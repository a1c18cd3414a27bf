//===- OverlappedProducts.cpp - register blocks that overlap --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits a loop over register blocks around a loop over depth. Operands,
// accumulators and the position of a block are carried to the next one; the
// first block is peeled, because there is nothing to store before it.
//
//===----------------------------------------------------------------------===//

#include "OverlappedProducts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Returns value + step, or 0 at the end, and whether it is the end.
static std::pair<Value, Value> advance(ImplicitLocOpBuilder &builder,
                                       Value value, int64_t step, Value end) {
  IndexMath math(builder);
  Value next = math.add(value, step);
  Value wraps =
      builder.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::uge, next, end);
  return {math.select(wraps, math.constant(0), next), wraps};
}

TilePosition OverlappedProducts::getTile(ImplicitLocOpBuilder &builder,
                                         TilePosition position, int64_t r,
                                         int64_t c) const {
  IndexMath math(builder);
  return {math.add(position.row, r * context.variant.tileRows),
          math.add(position.col, c * context.variant.tileColumns(32))};
}

TilePosition OverlappedProducts::getNextBlock(ImplicitLocOpBuilder &builder,
                                              TilePosition position) const {
  Value nextRow = advance(builder, position.row, blockRows(), rows).first;
  auto [col, isLastCol] = advance(builder, position.col, blockCols(), cols);
  return {IndexMath(builder).select(isLastCol, nextRow, position.row), col};
}

/// Returns the position and depth of the operands that are loaded next: after
/// the last ones of the step, the first.
std::pair<TilePosition, Value>
OverlappedProducts::getNext(ImplicitLocOpBuilder &builder,
                            TilePosition position, Value k) const {
  IndexMath math(builder);
  auto [nextK, isLast] = advance(builder, k, context.tileDepth(), depth);
  TilePosition next = getNextBlock(builder, position);
  return {{math.select(isLast, next.row, position.row),
           math.select(isLast, next.col, position.col)},
          nextK};
}

Value OverlappedProducts::countBlocks(ImplicitLocOpBuilder &builder) const {
  IndexMath math(builder);
  auto count = [&](Value extent, int64_t size) {
    return math.div(math.add(extent, size - 1), size);
  };
  return builder.createOrFold<arith::MulIOp>(count(rows, blockRows()),
                                             count(cols, blockCols()));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

void OverlappedProducts::emit(ImplicitLocOpBuilder &builder) const {
  Value count = countBlocks(builder);
  if (getConstantIntValue(count))
    return multiplyBlocks(builder, count);
  IndexMath math(builder);
  scf::IfOp::create(builder, math.less(math.constant(0), count),
                    [&](OpBuilder &region, Location l) {
                      ImplicitLocOpBuilder inside(l, region);
                      multiplyBlocks(inside, count);
                      scf::YieldOp::create(inside);
                    });
}

void OverlappedProducts::multiplyBlocks(ImplicitLocOpBuilder &builder,
                                        Value count) const {
  IndexMath math(builder);
  Value zero = math.constant(0);
  int64_t size = products.numAccumulators();
  TilePosition first = {zero, zero};
  SmallVector<Value> carried = multiplyBlock(
      builder, first, products.readAll(builder, views, first, zero),
      [](int64_t, int64_t) {});
  carried.append({zero, zero});
  carried = emitLoop(
      builder, math.constant(1), count, 1, carried,
      [&](ImplicitLocOpBuilder &b, Value, ValueRange values) {
        TilePosition previous = {values.drop_back().back(), values.back()};
        SmallVector<Value> results(values.take_front(size));
        Operands operands =
            products.split(values.drop_front(size).drop_back(2));
        TilePosition position = getNextBlock(b, previous);
        SmallVector<Value> next =
            multiplyBlock(b, position, operands, [&](int64_t r, int64_t c) {
              storeTile(b, previous, results, r, c);
            });
        next.append({position.row, position.col});
        return next;
      });
  TilePosition last = {carried[carried.size() - 2], carried.back()};
  for (int64_t c = 0; c < context.plan.accumulatorCols;
       c += context.plan.columnBlocks)
    for (int64_t r = 0; r < context.plan.accumulatorRows; ++r)
      storeTile(builder, last, carried, r, c);
}

/// Returns the accumulators, and the first operands of the next block.
SmallVector<Value> OverlappedProducts::multiplyBlock(
    ImplicitLocOpBuilder &builder, TilePosition position, Operands operands,
    function_ref<void(int64_t, int64_t)> storeBefore) const {
  IndexMath math(builder);
  int64_t size = products.numAccumulators();
  SmallVector<Value> carried =
      multiplyFirst(builder, position, std::move(operands), storeBefore);
  return emitLoop(builder, math.constant(epilogueTiles * context.tileDepth()),
                  depth, context.tileDepth(), carried,
                  [&](ImplicitLocOpBuilder &b, Value k, ValueRange values) {
                    return multiplyAndLoad(
                        b, position, k, products.split(values.drop_front(size)),
                        values.take_front(size), {});
                  });
}

/// Multiplies the first tiles of depth. In `storeBefore`, tiles of the result
/// follow each other in the order of their products.
SmallVector<Value> OverlappedProducts::multiplyFirst(
    ImplicitLocOpBuilder &builder, TilePosition position, Operands operands,
    function_ref<void(int64_t, int64_t)> storeBefore) const {
  IndexMath math(builder);
  int64_t size = products.numAccumulators();
  int64_t numRows = context.plan.accumulatorRows;
  int64_t columnBlocks = context.plan.columnBlocks, numStored = 0;
  auto storeUntil = [&](int64_t last) {
    for (; numStored <= last; ++numStored)
      storeBefore(numStored % numRows, numStored / numRows * columnBlocks);
  };
  SmallVector<Value> carried;
  for (int64_t i = 0; i < epilogueTiles; ++i) {
    TileProducts::Hooks hooks;
    auto start = [&](int64_t r, int64_t c) {
      if (epilogueTiles == 1)
        storeUntil(c / columnBlocks * numRows + r);
      return init(builder, getTile(builder, position, r, c));
    };
    auto before = [&](int64_t n) {
      if (epilogueTiles > 1)
        storeUntil((i * size + n) / (epilogueTiles * columnBlocks));
    };
    if (i == 0)
      hooks.init = start;
    hooks.before = before;
    carried = multiplyAndLoad(
        builder, position, math.constant(i * context.tileDepth()),
        i == 0 ? operands : products.split(ArrayRef(carried).drop_front(size)),
        ArrayRef(carried).take_front(i == 0 ? 0 : size), hooks);
  }
  return carried;
}

SmallVector<Value>
OverlappedProducts::multiplyAndLoad(ImplicitLocOpBuilder &builder,
                                    TilePosition position, Value k,
                                    Operands operands, ValueRange accumulators,
                                    const TileProducts::Hooks &hooks) const {
  auto [next, nextK] = getNext(builder, position, k);
  auto reload = [&, at = next, depth = nextK](bool isLhs, int64_t i) {
    return products.read(builder, views, at, depth, isLhs, i);
  };
  TileProducts::Hooks own = hooks;
  own.reload = reload;
  SmallVector<Value> result =
      products.multiply(builder, operands, accumulators, own);
  result.append(operands.join());
  return result;
}

/// Stores the tile of the result that begins with accumulator (r, c).
void OverlappedProducts::storeTile(ImplicitLocOpBuilder &builder,
                                   TilePosition position,
                                   ArrayRef<Value> results, int64_t r,
                                   int64_t c) const {
  store(builder, getTile(builder, position, r, c),
        results.slice(r * context.plan.accumulatorCols + c,
                      context.plan.columnBlocks));
}
