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

#include "BlockEmitter.h"
#include "InstructionFusion.h"
#include "TileReduction.h"
#include "ZeroPadding.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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

  void allocate(OpBuilder &builder, Location loc) override {
    if (!spillsAccumulators())
      return;
    int64_t rows = reducesRows()
                       ? tileRows()
                       : std::max(plan().blockOf(plan().rows), tileRows());
    int64_t cols = reducesCols()
                       ? columnBlockWidth()
                       : std::max(plan().blockOf(plan().cols), iterationCols());
    spill.allocate(builder, loc, rows, cols);
  }

  void accumulate(OpBuilder &builder, Location loc, const BlockStep &step,
                  const BufferViews &views) override {
    if (!spillsAccumulators())
      return;
    auto begin = scf::IfOp::create(builder, loc, step.first,
                                   /*withElseRegion=*/false);
    OpBuilder inside = begin.getThenBodyBuilder();
    forEachResult(inside, loc, step, [&](OpBuilder &b, TilePosition position) {
      spillAccumulators(b, loc, neutral(b, loc), position);
    });
    forEachResult(builder, loc, step, [&](OpBuilder &b, TilePosition position) {
      spillAccumulators(b, loc,
                        combineTiles(b, loc, step, views, position,
                                     reloadAccumulators(b, loc, position)),
                        position);
    });
  }

  void finish(OpBuilder &builder, Location loc, const BlockStep &step,
              const BufferViews &views) override {
    forEachResult(builder, loc, step, [&](OpBuilder &b, TilePosition position) {
      SmallVector<Value> columnBlocks =
          spillsAccumulators()
              ? reloadAccumulators(b, loc, position)
              : combineTiles(b, loc, step, views, position, neutral(b, loc));
      for (Value &columnBlock : columnBlocks)
        columnBlock = reduceTile(b, loc, columnBlock);
      combineInit(b, loc, views, position, columnBlocks);
      emitLastBody(b, loc, views, columnBlocks, position, numResultBlocks());
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
  void forEachResult(OpBuilder &builder, Location loc, const BlockStep &step,
                     function_ref<void(OpBuilder &, TilePosition)> body) {
    Value one = IndexMath(builder, loc).constant(1);
    Value rows = reducesRows() ? one : bound(builder, loc, step, plan().rows);
    Value cols = reducesCols() ? one : bound(builder, loc, step, plan().cols);
    emitLoop(builder, loc, rows, tileRows(), [&](OpBuilder &b, Value row) {
      emitLoop(b, loc, cols, iterationCols(),
               [&](OpBuilder &b, Value col) { body(b, {row, col}); });
    });
  }

  using TileLoopBody = function_ref<SmallVector<Value>(
      OpBuilder &, Value position, bool isFull, ValueRange)>;

  /// Iterates over the tiles of a reduced dimension. `isFull`: all of their
  /// elements are known to be valid.
  SmallVector<Value> forEachReducedTile(OpBuilder &builder, Location loc,
                                        const BlockStep &step, int dim,
                                        int64_t size, ValueRange start,
                                        TileLoopBody body) {
    Value end = bound(builder, loc, step, dim);
    bool hasEdge =
        step.valid[dim] && (dim == plan().rows ? masksRows : masksCols);
    auto loop = [&](Value from, Value to, bool isFull, ValueRange carried) {
      return emitLoop(builder, loc, from, to, size, carried,
                      [&](OpBuilder &b, Value at, ValueRange inner) {
                        return body(b, at, isFull, inner);
                      });
    };
    IndexMath math(builder, loc);
    if (!hasEdge || !reducesEachTile)
      return loop(math.constant(0), end, !hasEdge, start);
    Value full = math.mul(math.div(end, size), size);
    SmallVector<Value> result = loop(math.constant(0), full, true, start);
    return loop(full, end, false, result);
  }

  /// Combines the tiles that are reduced to the result at `position`.
  SmallVector<Value> combineTiles(OpBuilder &builder, Location loc,
                                  const BlockStep &step,
                                  const BufferViews &views,
                                  TilePosition position, ValueRange start) {
    auto overCols = [&](OpBuilder &b, Value row, bool fullRow,
                        ValueRange carried) {
      if (!reducesCols())
        return combineTile(b, loc, step, views, {row, position.col},
                           {fullRow, true}, carried);
      return forEachReducedTile(
          b, loc, step, plan().cols, iterationCols(), carried,
          [&](OpBuilder &b, Value col, bool fullCol, ValueRange inner) {
            return combineTile(b, loc, step, views, {row, col},
                               {fullRow, fullCol}, inner);
          });
    };
    if (!reducesRows())
      return overCols(builder, position.row, true, start);
    return forEachReducedTile(builder, loc, step, plan().rows, tileRows(),
                              start, overCols);
  }

  SmallVector<Value> combineTile(OpBuilder &builder, Location loc,
                                 const BlockStep &step,
                                 const BufferViews &views,
                                 TilePosition position, FullTile full,
                                 ValueRange accumulators) {
    SmallVector<SmallVector<Value>> read;
    for (unsigned i = 0; i < group().inputs.size(); ++i)
      read.push_back(readColumnBlocks(builder, loc, context.input(i),
                                      views.loads[i], position,
                                      plan().columnBlocks));
    SmallVector<Value> result(accumulators);
    for (int64_t p = 0; p < plan().columnBlocks; ++p) {
      TileArithmetic arithmetic(builder, loc, context.variant);
      for (auto [input, columnBlocks] : llvm::zip_equal(group().inputs, read))
        arithmetic.set(input.argument, columnBlocks[p]);
      Value value = arithmetic.get(group().reduced);
      value = reducesEachTile
                  ? reduceOneTile(builder, loc, step, position, p, full, value)
                  : maskRows(
                        builder, loc, step, position, full,
                        maskCols(builder, loc, step, position, p, full, value));
      Value &accumulator = result[reducesCols() ? 0 : p];
      accumulator = vector::makeArithReduction(builder, loc, group().combiner,
                                               value, accumulator);
    }
    return result;
  }

  /// Reduces a tile along the dimension of the fused instruction.
  Value reduceOneTile(OpBuilder &builder, Location loc, const BlockStep &step,
                      TilePosition position, int64_t columnBlock, FullTile full,
                      Value value) {
    if (!reducesCols())
      return reduceAlong(builder, loc, group().combiner,
                         maskRows(builder, loc, step, position, full, value),
                         0);
    value = maskCols(builder, loc, step, position, columnBlock, full, value);
    return maskRows(builder, loc, step, position, full,
                    reduceAlong(builder, loc, group().combiner, value, 1));
  }

  /// Replaces elements beyond the edge of the tensor by the neutral element.
  Value maskCols(OpBuilder &builder, Location loc, const BlockStep &step,
                 TilePosition position, int64_t columnBlock, FullTile full,
                 Value value) {
    if (!masksCols || full.cols)
      return value;
    IndexMath math(builder, loc);
    Value all = math.constant(tileRows());
    return select(
        builder, loc, value, all,
        remaining(builder, loc, step.valid[plan().cols],
                  math.add(position.col, columnBlock * columnBlockWidth())));
  }
  Value maskRows(OpBuilder &builder, Location loc, const BlockStep &step,
                 TilePosition position, FullTile full, Value value) {
    if (!masksRows || full.rows)
      return value;
    Value all = IndexMath(builder, loc).constant(columnBlockWidth());
    return select(
        builder, loc, value,
        remaining(builder, loc, step.valid[plan().rows], position.row), all);
  }

  Value remaining(OpBuilder &builder, Location loc, Value valid, Value start) {
    IndexMath math(builder, loc);
    Value rest = math.sub(valid, start);
    return arith::MaxSIOp::create(builder, loc, rest, math.constant(0));
  }

  Value select(OpBuilder &builder, Location loc, Value value, Value rows,
               Value cols) {
    auto type = cast<VectorType>(value.getType());
    Value mask = vector::CreateMaskOp::create(
        builder, loc, type.clone(builder.getI1Type()), ValueRange{rows, cols});
    return arith::SelectOp::create(builder, loc, mask, value,
                                   neutral(builder, loc).front());
  }

  SmallVector<Value> neutral(OpBuilder &builder, Location loc) {
    TileArithmetic arithmetic(builder, loc, context.variant);
    TypedAttr value = getNeutral(group().combiner, group().accumulator);
    return SmallVector<Value>(numResultBlocks(), arithmetic.splat(value));
  }

  /// Reduces within the tile; every element receives the result.
  Value reduceTile(OpBuilder &builder, Location loc, Value tile) {
    if (reducesCols() && !reducesEachTile)
      tile = reduceAlong(builder, loc, group().combiner, tile, /*dim=*/1);
    if (reducesRows() && !(reducesEachTile && !reducesCols()))
      tile = reduceAlong(builder, loc, group().combiner, tile, /*dim=*/0);
    return tile;
  }

  /// Combines the result with the initial value, if it is not neutral.
  void combineInit(OpBuilder &builder, Location loc, const BufferViews &views,
                   TilePosition position,
                   SmallVectorImpl<Value> &columnBlocks) {
    SmallVector<Value> init;
    if (group().init) {
      init = readColumnBlocks(builder, loc, context.init(), views.loads.back(),
                              position, numResultBlocks());
    } else {
      TileArithmetic arithmetic(builder, loc, context.variant);
      Value start = arithmetic.splat(group().initConstant);
      Value none = neutral(builder, loc).front();
      if (start.getDefiningOp()->getAttrs() == none.getDefiningOp()->getAttrs())
        return;
      init.assign(columnBlocks.size(), start);
    }
    for (auto [columnBlock, start] : llvm::zip_equal(columnBlocks, init))
      columnBlock = vector::makeArithReduction(builder, loc, group().combiner,
                                               columnBlock, start);
  }

  void spillAccumulators(OpBuilder &builder, Location loc,
                         ValueRange columnBlocks, TilePosition position) {
    IndexMath math(builder, loc);
    for (auto [p, columnBlock] : llvm::enumerate(columnBlocks))
      spill.write(builder, loc, columnBlock, position.row,
                  math.add(position.col, p * columnBlockWidth()));
  }

  SmallVector<Value> reloadAccumulators(OpBuilder &builder, Location loc,
                                        TilePosition position) {
    IndexMath math(builder, loc);
    SmallVector<Value> result;
    for (int64_t p = 0; p < numResultBlocks(); ++p)
      result.push_back(
          spill.read(builder, loc, position.row,
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
