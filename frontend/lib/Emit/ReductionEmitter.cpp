//===- ReductionEmitter.cpp - tile code of reductions ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles are combined elementwise; the remaining tile is then reduced along its
// rows or columns if these are reduction dimensions:
//
//   for tiles of the result:
//     acc = neutral                       or the spilled accumulator
//     for tiles that are reduced to it:   acc = combine(acc, body(tile))
//     acc = reduce within the tile        or spill, if more steps follow
//     epilogue, store
//
// If an instruction fuses the reduction of a tile with other operations, each
// tile is reduced separately, and only tiles at the edge are masked before.
//
//===----------------------------------------------------------------------===//

#include "Access/ZeroPadding.h"
#include "ColumnPipeline.h"
#include "InstructionFusion.h"
#include "ShortRows.h"
#include "Tiles/TileReduction.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ReductionEmitter : BlockEmitter {
  explicit ReductionEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), spill(context),
        reducesEachTile(reducesTilesIndividually(context)),
        masksRows(reducesRows() && !isZeroPaddingNeutral(group(), plan().rows)),
        masksCols(reducesCols() &&
                  !isZeroPaddingNeutral(group(), plan().cols)) {}

  void allocate(ImplicitLocOpBuilder &builder) override {
    if (!spillsAccumulators())
      return;
    int64_t rows = reducesRows()
                       ? tileRows()
                       : std::max(plan().blockOf(plan().rows), tileRows());
    int64_t cols = reducesCols()
                       ? columnBlockWidth()
                       : std::max(plan().blockOf(plan().cols), iterationCols());
    spill.allocate(builder, rows, cols);
  }

  void accumulate(ImplicitLocOpBuilder &builder, const BlockStep &step,
                  const BufferViews &views) override {
    if (!spillsAccumulators())
      return;
    auto begin = scf::IfOp::create(builder, step.first,
                                   /*withElseRegion=*/false);
    ImplicitLocOpBuilder inside(builder.getLoc(), begin.getThenBodyBuilder());
    forEachResult(inside, step,
                  [&](ImplicitLocOpBuilder &b, TilePosition position) {
                    spillAccumulators(b, neutral(b), position);
                  });
    forEachResult(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          spillAccumulators(b,
                            combineTiles(b, step, views, position,
                                         reloadAccumulators(b, position)),
                            position);
        });
  }

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override {
    if (int64_t number = countSideBySide(builder, step))
      return emitRowLoop(builder, bound(builder, step, plan().rows), tileRows(),
                         number,
                         [&](ImplicitLocOpBuilder &b, Value row, int64_t n) {
                           emitShortRows(b, step, views, row, n);
                         });
    forEachResult(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          SmallVector<Value> columnBlocks =
              spillsAccumulators()
                  ? reloadAccumulators(b, position)
                  : combineTiles(b, step, views, position, neutral(b));
          for (Value &columnBlock : columnBlocks)
            columnBlock = reduceTile(b, columnBlock);
          combineInit(b, views, position, columnBlocks);
          emitLastBody(b, views, columnBlocks, position, numResultBlocks());
        });
  }

private:
  /// Whether all rows and columns of a tile are valid.
  struct FullTile {
    bool rows, cols;
  };
  const BlockPlan &plan() const { return context.plan; }
  const FusionGroup &group() const { return context.group; }
  bool spillsAccumulators() const { return plan().reductionSteps(group()) > 1; }
  bool isReduced(int dim) const {
    return dim >= 0 && group().dims[dim].reduction;
  }
  bool reducesRows() const { return isReduced(plan().rows); }
  bool reducesCols() const { return isReduced(plan().cols); }
  int64_t numResultBlocks() const {
    return reducesCols() ? 1 : plan().columnBlocks;
  }

  /// Iterates over the tiles of the result in block coordinates.
  void
  forEachResult(ImplicitLocOpBuilder &builder, const BlockStep &step,
                function_ref<void(ImplicitLocOpBuilder &, TilePosition)> body) {
    Value one = IndexMath(builder).constant(1);
    Value rows = reducesRows() ? one : bound(builder, step, plan().rows);
    Value cols = reducesCols() ? one : bound(builder, step, plan().cols);
    emitLoop(builder, rows, tileRows(),
             [&](ImplicitLocOpBuilder &b, Value row) {
               emitLoop(b, cols, iterationCols(),
                        [&](ImplicitLocOpBuilder &b, Value col) {
                          body(b, {row, col});
                        });
             });
  }

  /// Returns the rows of tiles that are reduced side by side; 0: rows are too
  /// long, or not reduced by columns.
  int64_t countSideBySide(ImplicitLocOpBuilder &builder,
                          const BlockStep &step) const {
    std::optional<int64_t> end =
        getConstantIntValue(bound(builder, step, plan().cols));
    if (!end || !reducesCols() || reducesRows() || spillsAccumulators())
      return 0;
    return ShortRows::countSideBySide(
        llvm::divideCeil(*end, iterationCols()),
        llvm::divideCeil(plan().blockOf(plan().rows), tileRows()),
        context.variant.tileRegisters);
  }

  /// The result of a row is stored while the next one is reduced.
  void emitShortRows(ImplicitLocOpBuilder &b, const BlockStep &step,
                     const BufferViews &views, Value firstRow, int64_t number) {
    IndexMath math(b);
    unsigned numLoads = group().inputs.size();
    int64_t end = *getConstantIntValue(bound(b, step, plan().cols));
    int64_t tilesOfRow = llvm::divideCeil(end, iterationCols());
    int64_t columnBlocks = plan().columnBlocks;
    unsigned factor = unrollFactor(numLoads, columnBlocks) * columnBlocks;
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
    ShortRows{tilesOfRow, kAhead, tilesOfRow, load, compute, store}.emit(
        number);
  }

  /// Accumulators start from the first values that are combined in them, except
  /// one of sums: 0 + -0 is 0.
  SmallVector<Value> getFirstAccumulators(ImplicitLocOpBuilder &b,
                                          unsigned number) {
    SmallVector<Value> accumulators(number);
    if (group().combiner == vector::CombiningKind::ADD &&
        isa<FloatType>(group().accumulator))
      accumulators.front() = neutral(b).front();
    return accumulators;
  }

  /// Returns the tiles of the results of a row.
  TileLists finishRow(ImplicitLocOpBuilder &b, const BufferViews &views,
                      Value row, ArrayRef<Value> accumulators) {
    TilePosition position = {row, IndexMath(b).constant(0)};
    SmallVector<Value> values;
    llvm::copy_if(accumulators, std::back_inserter(values),
                  [](Value value) { return bool(value); });
    SmallVector<Value> result = {reduceTile(b, combineAll(b, values))};
    combineInit(b, views, position, result);
    return computeLastBody(b, views, result, position, 1);
  }

  /// Combines values pairwise.
  Value combineAll(ImplicitLocOpBuilder &b, SmallVector<Value> values) {
    while (values.size() > 1) {
      SmallVector<Value> next;
      for (unsigned i = 0; i + 1 < values.size(); i += 2)
        next.push_back(vector::makeArithReduction(
            b, b.getLoc(), group().combiner, values[i], values[i + 1]));
      if (values.size() % 2)
        next.push_back(values.back());
      values = std::move(next);
    }
    return values.front();
  }

  using TileLoopBody = function_ref<SmallVector<Value>(
      ImplicitLocOpBuilder &, Value position, bool isFull, ValueRange)>;

  /// Iterates over the tiles of reduced rows. `isFull`: all of their elements
  /// are known to be valid.
  SmallVector<Value> forEachReducedRow(ImplicitLocOpBuilder &builder,
                                       const BlockStep &step, ValueRange start,
                                       TileLoopBody body) {
    Value end = bound(builder, step, plan().rows);
    bool hasEdge = step.valid[plan().rows] && masksRows;
    auto loop = [&](Value from, Value to, bool isFull, ValueRange carried) {
      return emitLoop(builder, from, to, tileRows(), carried,
                      [&](ImplicitLocOpBuilder &b, Value at, ValueRange inner) {
                        return body(b, at, isFull, inner);
                      });
    };
    IndexMath math(builder);
    if (!hasEdge || !reducesEachTile)
      return loop(math.constant(0), end, !hasEdge, start);
    Value full = math.mul(math.div(end, tileRows()), tileRows());
    SmallVector<Value> result = loop(math.constant(0), full, true, start);
    return loop(full, end, false, result);
  }

  /// Combines the tiles that are reduced to the result at `position`.
  SmallVector<Value> combineTiles(ImplicitLocOpBuilder &builder,
                                  const BlockStep &step,
                                  const BufferViews &views,
                                  TilePosition position, ValueRange start) {
    auto overCols = [&](ImplicitLocOpBuilder &b, Value row, bool fullRow,
                        ValueRange carried) {
      if (reducesCols())
        return combineRow(b, step, views, row, fullRow, carried);
      return combineTile(b, step, views, {row, position.col}, {fullRow, true},
                         plan().columnBlocks, carried);
    };
    if (!reducesRows())
      return overCols(builder, position.row, true, start);
    return forEachReducedRow(builder, step, start, overCols);
  }

  /// Combines a row of tiles in several accumulators side by side, so that
  /// combinations do not wait for each other, and these at the end.
  SmallVector<Value> combineRow(ImplicitLocOpBuilder &builder,
                                const BlockStep &step, const BufferViews &outer,
                                Value row, bool fullRow, ValueRange start) {
    unsigned numLoads = group().inputs.size();
    BufferViews views = readInvariant(builder, outer, row, numLoads);
    int64_t factor = unrollFactor(numLoads, plan().columnBlocks);
    SmallVector<Value> carried(start);
    for (int64_t i = 1; i < factor * plan().columnBlocks; ++i)
      carried.append(neutral(builder));
    auto combine = [&](ImplicitLocOpBuilder &b, Value col, int64_t number,
                       bool fullCol, ValueRange inner) {
      return combineTile(b, step, views, {row, col}, {fullRow, fullCol},
                         number * plan().columnBlocks, inner);
    };
    IndexMath math(builder);
    Value end = bound(builder, step, plan().cols);
    bool hasEdge = step.valid[plan().cols] && masksCols;
    Value full = end;
    if (hasEdge)
      full = math.mul(math.div(end, iterationCols()), iterationCols());
    if (!emitPipeline(builder, step, views, row, fullRow, full, carried))
      carried = emitUnrolledLoop(builder, full, factor, carried,
                                 [&](ImplicitLocOpBuilder &b, Value col,
                                     int64_t number, ValueRange inner) {
                                   return combine(b, col, number, true, inner);
                                 });
    if (hasEdge)
      carried =
          emitLoop(builder, full, end, iterationCols(), carried,
                   [&](ImplicitLocOpBuilder &b, Value col, ValueRange inner) {
                     return combine(b, col, 1, false, inner);
                   });
    for (Value accumulator : ArrayRef(carried).drop_front())
      carried.front() = vector::makeArithReduction(
          builder, builder.getLoc(), group().combiner, accumulator,
          carried.front());
    return {carried.front()};
  }

  /// Combines full tiles. Returns false if they are too few, or not known.
  bool emitPipeline(ImplicitLocOpBuilder &builder, const BlockStep &step,
                    const BufferViews &views, Value row, bool fullRow,
                    Value end, SmallVectorImpl<Value> &accumulators) {
    std::optional<int64_t> columns = getConstantIntValue(end);
    if (!columns)
      return false;
    int64_t columnBlocks = plan().columnBlocks;
    auto load = [&](ImplicitLocOpBuilder &b, Value col) {
      return readLoads(b, views, group().inputs.size(), {row, col},
                       columnBlocks);
    };
    auto compute = [&](ImplicitLocOpBuilder &b, Value col,
                       const TileLists &loaded,
                       ColumnPipeline::Values &carried) {
      BufferViews own = views;
      own.tiles = loaded;
      carried = combineTile(b, step, own, {row, col}, {fullRow, true},
                            columnBlocks, carried);
      return TileLists();
    };
    auto store = [](ImplicitLocOpBuilder &, Value, const TileLists &) {};
    int64_t factor = accumulators.size() / columnBlocks;
    SmallVector<ColumnPipeline::Values> carried;
    for (int64_t u = 0; u < factor; ++u)
      carried.emplace_back(
          ArrayRef(accumulators).slice(u * columnBlocks, columnBlocks));
    ColumnPipeline pipeline{iterationCols(), factor, load, compute, store};
    if (!pipeline.emit(builder, llvm::divideCeil(*columns, iterationCols()),
                       carried))
      return false;
    accumulators.clear();
    for (const ColumnPipeline::Values &values : carried)
      accumulators.append(values.begin(), values.end());
    return true;
  }

  SmallVector<Value>
  combineTile(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views, TilePosition position, FullTile full,
              int64_t columnBlocks, ValueRange accumulators) {
    SmallVector<SmallVector<Value>> read;
    for (unsigned i = 0; i < group().inputs.size(); ++i)
      read.push_back(readLoad(builder, views, i, position, columnBlocks));
    SmallVector<Value> result(accumulators);
    for (int64_t p = 0; p < columnBlocks; ++p) {
      TileArithmetic arithmetic(builder, context.variant);
      for (auto [input, columnBlocks] : llvm::zip_equal(group().inputs, read))
        arithmetic.set(input.argument, columnBlocks[p]);
      Value value = arithmetic.get(group().reduced);
      value = reducesEachTile
                  ? reduceOneTile(builder, step, position, p, full, value)
                  : maskRows(builder, step, position, full,
                             maskCols(builder, step, position, p, full, value));
      Value &accumulator = result[p];
      accumulator =
          accumulator
              ? vector::makeArithReduction(builder, builder.getLoc(),
                                           group().combiner, value, accumulator)
              : value;
    }
    return result;
  }

  /// Reduces a tile along the dimension of the fused instruction.
  Value reduceOneTile(ImplicitLocOpBuilder &builder, const BlockStep &step,
                      TilePosition position, int64_t columnBlock, FullTile full,
                      Value value) {
    if (!reducesCols())
      return reduceAlong(builder, group().combiner,
                         maskRows(builder, step, position, full, value), 0);
    value = maskCols(builder, step, position, columnBlock, full, value);
    return maskRows(builder, step, position, full,
                    reduceAlong(builder, group().combiner, value, 1));
  }

  /// Replaces elements beyond the edge of the tensor by the neutral element.
  Value maskCols(ImplicitLocOpBuilder &builder, const BlockStep &step,
                 TilePosition position, int64_t columnBlock, FullTile full,
                 Value value) {
    if (!masksCols || full.cols)
      return value;
    IndexMath math(builder);
    Value all = math.constant(tileRows());
    return select(
        builder, value, all,
        remaining(builder, step.valid[plan().cols],
                  math.add(position.col, columnBlock * columnBlockWidth())));
  }
  Value maskRows(ImplicitLocOpBuilder &builder, const BlockStep &step,
                 TilePosition position, FullTile full, Value value) {
    if (!masksRows || full.rows)
      return value;
    Value all = IndexMath(builder).constant(columnBlockWidth());
    return select(builder, value,
                  remaining(builder, step.valid[plan().rows], position.row),
                  all);
  }

  Value remaining(ImplicitLocOpBuilder &builder, Value valid, Value start) {
    IndexMath math(builder);
    Value rest = math.sub(valid, start);
    return arith::MaxSIOp::create(builder, rest, math.constant(0));
  }

  Value select(ImplicitLocOpBuilder &builder, Value value, Value rows,
               Value cols) {
    auto type = cast<VectorType>(value.getType());
    Value mask = vector::CreateMaskOp::create(
        builder, type.clone(builder.getI1Type()), ValueRange{rows, cols});
    return arith::SelectOp::create(builder, mask, value,
                                   neutral(builder).front());
  }

  SmallVector<Value> neutral(ImplicitLocOpBuilder &builder) {
    TileArithmetic arithmetic(builder, context.variant);
    TypedAttr value = getNeutral(group().combiner, group().accumulator);
    return SmallVector<Value>(numResultBlocks(), arithmetic.splat(value));
  }

  /// Reduces within the tile; every element receives the result.
  Value reduceTile(ImplicitLocOpBuilder &builder, Value tile) {
    if (reducesCols() && !reducesEachTile)
      tile = reduceAlong(builder, group().combiner, tile, /*dim=*/1);
    if (reducesRows() && !(reducesEachTile && !reducesCols()))
      tile = reduceAlong(builder, group().combiner, tile, /*dim=*/0);
    return tile;
  }

  /// Combines the result with the initial value, if it is not neutral.
  void combineInit(ImplicitLocOpBuilder &builder, const BufferViews &views,
                   TilePosition position,
                   SmallVectorImpl<Value> &columnBlocks) {
    SmallVector<Value> init;
    if (group().init) {
      init = readColumnBlocks(builder, context.init(), views.loads.back(),
                              position, numResultBlocks());
    } else {
      TileArithmetic arithmetic(builder, context.variant);
      Value start = arithmetic.splat(group().initConstant);
      Value none = neutral(builder).front();
      if (start.getDefiningOp()->getAttrs() == none.getDefiningOp()->getAttrs())
        return;
      init.assign(columnBlocks.size(), start);
    }
    for (auto [columnBlock, start] : llvm::zip_equal(columnBlocks, init))
      columnBlock = vector::makeArithReduction(
          builder, builder.getLoc(), group().combiner, columnBlock, start);
  }

  void spillAccumulators(ImplicitLocOpBuilder &builder, ValueRange columnBlocks,
                         TilePosition position) {
    IndexMath math(builder);
    for (auto [p, columnBlock] : llvm::enumerate(columnBlocks))
      spill.write(builder, columnBlock, position.row,
                  math.add(position.col, p * columnBlockWidth()));
  }

  SmallVector<Value> reloadAccumulators(ImplicitLocOpBuilder &builder,
                                        TilePosition position) {
    IndexMath math(builder);
    SmallVector<Value> result;
    for (int64_t p = 0; p < numResultBlocks(); ++p)
      result.push_back(
          spill.read(builder, position.row,
                     math.add(position.col, p * columnBlockWidth())));
    return result;
  }

  AccumulatorSpill spill;
  bool reducesEachTile, masksRows, masksCols;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createReductionEmitter(const FusionGroupContext &context) {
  return std::make_unique<ReductionEmitter>(context);
}
