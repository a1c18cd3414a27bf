//===- ReduceShortRows.cpp - reductions of short rows ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows of few tiles are reduced side by side, without loops (ShortRows.h): the
// tiles of the next row are loaded, and the result of the previous one is
// stored, while a row is reduced.
//
//===----------------------------------------------------------------------===//

#include "Emit/ShortRows.h"
#include "ReductionEmitter.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

int64_t ReductionEmitter::countSideBySide(ImplicitLocOpBuilder &builder,
                                          const BlockStep &step) const {
  std::optional<int64_t> end =
      getConstantIntValue(bound(builder, step, plan().cols));
  if (!end || !reducesCols() || reducesRows() || spillsAccumulators())
    return 0;
  return ShortRows::countSideBySide(
      llvm::divideCeil(*end, iterationCols()),
      llvm::divideCeil(step.part.countRows(plan().blockOf(plan().rows)),
                       tileRows()),
      context.variant.tileRegisters);
}

void ReductionEmitter::emitShortRows(ImplicitLocOpBuilder &b,
                                     const BlockStep &step,
                                     const BufferViews &views, Value firstRow,
                                     int64_t number) {
  IndexMath math(b);
  unsigned numLoads = group().inputs.size();
  int64_t end = *getConstantIntValue(bound(b, step, plan().cols));
  int64_t tilesOfRow = llvm::divideCeil(end, iterationCols());
  int64_t columnBlocks = plan().columnBlocks;
  unsigned factor =
      unrollFactor(plan().cols, numLoads, columnBlocks) * columnBlocks;
  std::vector<BufferViews> rows;
  SmallVector<TileLists> loaded, results;
  SmallVector<Value> accumulators;
  auto getRow = [&](int64_t i) {
    return math.add(firstRow, i / tilesOfRow * tileRows());
  };
  auto getPosition = [&](int64_t i) {
    return TilePosition{getRow(i),
                        math.constant(i % tilesOfRow * iterationCols())};
  };
  auto load = [&](int64_t i) {
    if (i % tilesOfRow == 0)
      rows.push_back(readInvariant(b, views, getRow(i), numLoads));
    loaded.push_back(
        readLoads(b, rows.back(), numLoads, getPosition(i), columnBlocks));
  };
  auto compute = [&](int64_t i) {
    int64_t col = i % tilesOfRow;
    if (col == 0)
      accumulators = getFirstAccumulators(b, factor);
    BufferViews own = rows[i / tilesOfRow];
    own.tiles = loaded[i];
    bool isFull =
        (col + 1) * iterationCols() <= end || !step.valid[plan().cols];
    auto part = MutableArrayRef(accumulators)
                    .slice(col * columnBlocks % factor, columnBlocks);
    llvm::copy(combineTile(b, step, own, getPosition(i), {true, isFull},
                           columnBlocks, SmallVector<Value>(part)),
               part.begin());
    if (col + 1 == tilesOfRow)
      results.push_back(finishRow(b, views, getRow(i), accumulators));
  };
  auto store = [&](int64_t i) {
    if ((i + 1) % tilesOfRow == 0)
      writeStores(b, views, results[i / tilesOfRow],
                  {getRow(i), math.constant(0)});
  };
  constexpr int64_t kAhead = 3;
  ShortRows{tilesOfRow, kAhead, tilesOfRow, load, compute, store}.emit(number);
}

/// Returns whether no element that is combined is -0, which a sum with 0 would
/// change: all of them are exponentials.
static bool hasNoNegativeZeros(const FusionGroup &group) {
  Value value = group.reduced;
  linalg::GenericOp root = group.root;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    OpOperand &operand = root->getOpOperand(argument.getArgNumber());
    auto from = operand.get().getDefiningOp<linalg::GenericOp>();
    if (!from || !root.isDpsInput(&operand))
      return false;
    value = from.getBody()->getTerminator()->getOperand(
        cast<OpResult>(operand.get()).getResultNumber());
  }
  return isa_and_present<math::ExpOp>(value.getDefiningOp());
}

SmallVector<Value>
ReductionEmitter::getFirstAccumulators(ImplicitLocOpBuilder &b,
                                       unsigned number) {
  SmallVector<Value> accumulators(number);
  if (!hasNoNegativeZeros(group()) &&
      group().combiner == vector::CombiningKind::ADD &&
      isa<FloatType>(group().accumulator))
    accumulators.front() = neutral(b).front();
  return accumulators;
}

TileLists ReductionEmitter::finishRow(ImplicitLocOpBuilder &b,
                                      const BufferViews &views, Value row,
                                      ArrayRef<Value> accumulators) {
  TilePosition position = {row, IndexMath(b).constant(0)};
  SmallVector<Value> values;
  llvm::copy_if(accumulators, std::back_inserter(values),
                [](Value value) { return bool(value); });
  SmallVector<Value> result = {reduceTile(b, combineAll(b, values))};
  combineInit(b, views, position, result);
  return computeLastBody(b, views, result, position, 1);
}

Value ReductionEmitter::combineAll(ImplicitLocOpBuilder &b,
                                   SmallVector<Value> values) {
  while (values.size() > 1) {
    SmallVector<Value> next;
    for (unsigned i = 0; i + 1 < values.size(); i += 2)
      next.push_back(vector::makeArithReduction(b, b.getLoc(), group().combiner,
                                                values[i], values[i + 1]));
    if (values.size() % 2)
      next.push_back(values.back());
    values = std::move(next);
  }
  return values.front();
}
