//===- TileProducts.cpp - products of tiles of a register block -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Products are ordered by columns of the register block: product n multiplies
// row n % rows and column n / rows. The column operand is free after `rows`
// products, and a row operand after its product in the last column. Each is
// loaded again as soon as it is free, which leaves its latency the most
// products to hide behind, and needs no second set of registers.
//
//===----------------------------------------------------------------------===//

#include "TileProducts.h"
#include "Emit/InstructionFusion.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

using namespace mlir;
using namespace matrix;

/// Accumulators are initialized this many products ahead, which hides the
/// latency of loads.
static constexpr int64_t kLookahead = 1;

TileProducts::Operands TileProducts::split(ValueRange values) const {
  int64_t rows = context.plan.accumulatorRows;
  return {SmallVector<Value>(values.take_front(rows)),
          SmallVector<Value>(values.drop_front(rows))};
}

Value TileProducts::read(ImplicitLocOpBuilder &builder,
                         const BufferViews &views, TilePosition position,
                         Value k, bool isLhs, int64_t i) const {
  IndexMath math(builder);
  unsigned input = isLhs ? context.group.lhs : context.group.rhs;
  Value row = isLhs ? math.add(position.row, i * context.variant.tileRows)
                    : math.add(position.col,
                               i * int64_t(context.variant.tileColumns(32)));
  return context.input(input).read(builder, views.loads[input], row, k);
}

TileProducts::Operands
TileProducts::readAll(ImplicitLocOpBuilder &builder, const BufferViews &views,
                      TilePosition position, Value k,
                      const AfterFirst &afterFirst) const {
  Operands operands;
  auto readNext = [&](SmallVector<Value> &tiles, bool isLhs) {
    tiles.push_back(
        read(builder, views, position, k, isLhs, int64_t(tiles.size())));
  };
  readNext(operands.a, true);
  readNext(operands.b, false);
  if (afterFirst)
    afterFirst(builder);
  while (operands.a.size() < size_t(context.plan.accumulatorRows))
    readNext(operands.a, true);
  while (operands.b.size() < size_t(context.plan.accumulatorCols))
    readNext(operands.b, false);
  return operands;
}

SmallVector<Value> TileProducts::multiply(ImplicitLocOpBuilder &builder,
                                          Operands &operands,
                                          ValueRange accumulators,
                                          const Hooks &hooks) const {
  int64_t rows = context.plan.accumulatorRows;
  int64_t cols = context.plan.accumulatorCols;
  SmallVector<Value> result(accumulators);
  result.resize(rows * cols);
  auto indexOf = [&](int64_t n) { return n % rows * cols + n / rows; };
  int64_t numStarted = 0;
  for (int64_t n = 0; n < rows * cols; ++n) {
    int64_t c = n / rows, r = n % rows;
    for (; hooks.init && numStarted < std::min(rows * cols, n + 1 + kLookahead);
         ++numStarted)
      result[indexOf(numStarted)] =
          hooks.init(numStarted % rows, numStarted / rows);
    if (hooks.before)
      hooks.before(n, result);
    if (hooks.late && loadsLate && n == 1)
      operands.b.back() = hooks.late();
    Value &accumulator = result[indexOf(n)];
    accumulator =
        multiplyTile(builder, extend(builder, operands.a[r], true),
                     extend(builder, operands.b[c], false), accumulator);
    if (hooks.reload)
      reloadAfter(operands, r, c, hooks.reload);
  }
  return result;
}

/// The operand that the first product of the next tile of depth reads is loaded
/// first; but instructions issue in order, and while the pipe loads a column
/// for two products or longer, the next load follows another product.
void TileProducts::reloadAfter(Operands &operands, int64_t r, int64_t c,
                               Reload reload) const {
  int64_t cols = context.plan.accumulatorCols;
  bool isLastOfColumn = r == context.plan.accumulatorRows - 1;
  if (isLastOfColumn && cols == 1)
    operands.b[c] = reload(false, c);
  if (c == cols - 1 && r == 1 && loadsRowLater)
    operands.a[0] = reload(true, 0);
  if (c == cols - 1 && !(r == 0 && loadsRowLater))
    operands.a[r] = reload(true, r);
  if (isLastOfColumn && cols > 1 && !(loadsLate && c == cols - 1))
    operands.b[c] = reload(false, c);
}

Value TileProducts::extend(ImplicitLocOpBuilder &builder, Value tile,
                           bool isLhs) const {
  const FusionGroup &group = context.group;
  if (!isLhs)
    tile = createLeadingRows(builder, tile, context.variant);
  return extendForContraction(
      builder, group, isLhs ? group.unsignedLhs : group.unsignedRhs, tile);
}

Value TileProducts::multiplyTile(ImplicitLocOpBuilder &builder, Value a,
                                 Value b, Value accumulator) const {
  if (!scaledSum)
    return contractTiles(builder, a, b, accumulator);
  TileArithmetic arithmetic(builder, context.variant);
  const FusionGroup &group = context.group;
  Value zero = arithmetic.splat(builder.getZeroAttr(group.accumulator));
  arithmetic.set(group.results.front(), contractTiles(builder, a, b, zero));
  return scaledSum->accumulate(builder, accumulator,
                               arithmetic.get(scaledSum->scaled));
}
