//===- ContractionEmitter.cpp - tile code of contractions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of the result is computed in register blocks of accumulators, as many
// as there are registers:
//
//   for rows, columns:                    in register blocks
//     acc[r][c] = init                    or the spilled accumulators
//     for depth:
//       a[r] = ..., b[c] = ...
//       acc[r][c] += a[r] * b[c]^T
//     epilogue, store                     or spill, if more steps follow
//
// If an instruction computes a contraction and the start of the epilogue, the
// last iteration of the depth loop is peeled so that both are adjacent. If an
// instruction scales the product as well, and that is exact, every iteration
// scales its product, and acc starts from the addend of the scaled sum.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "InstructionFusion.h"
#include "ScaledSum.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ContractionEmitter : BlockEmitter {
  explicit ContractionEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), spill(context),
        scaledSum(chooseScaledSum(context)),
        peels(!scaledSum && fusesLastContraction(context)) {}

  void allocate(OpBuilder &builder, Location loc) override {
    if (!spillsAccumulators())
      return;
    int64_t rows =
        llvm::alignTo(plan().blockOf(plan().rows), registerBlockRows());
    int64_t cols =
        llvm::alignTo(plan().blockOf(plan().cols), registerBlockCols());
    spill.allocate(builder, loc, rows, cols);
  }

  /// Accumulators are spilled only if a result takes several steps.
  void accumulate(OpBuilder &builder, Location loc, const BlockStep &step,
                  const BufferViews &views) override {
    if (!spillsAccumulators())
      return;
    auto begin = scf::IfOp::create(builder, loc, step.first,
                                   /*withElseRegion=*/false);
    OpBuilder inside = begin.getThenBodyBuilder();
    forEachRegisterBlock(
        inside, loc, step, [&](OpBuilder &b, TilePosition position) {
          spillAccumulators(b, loc,
                            getInitialAccumulators(b, loc, views, position),
                            position);
        });
    Value depth = bound(builder, loc, step, plan().depth);
    if (peels)
      depth =
          arith::SelectOp::create(builder, loc, step.last,
                                  getLastTileStart(builder, loc, depth), depth);
    forEachRegisterBlock(
        builder, loc, step, [&](OpBuilder &b, TilePosition position) {
          spillAccumulators(b, loc,
                            multiply(b, loc, depth, views, position,
                                     reloadAccumulators(b, loc, position)),
                            position);
        });
  }

  void finish(OpBuilder &builder, Location loc, const BlockStep &step,
              const BufferViews &views) override {
    Value depth = bound(builder, loc, step, plan().depth);
    Value last = peels ? getLastTileStart(builder, loc, depth) : Value();
    forEachRegisterBlock(
        builder, loc, step, [&](OpBuilder &b, TilePosition position) {
          SmallVector<Value> result =
              spillsAccumulators()
                  ? reloadAccumulators(b, loc, position)
                  : multiply(b, loc, peels ? last : depth, views, position,
                             getInitialAccumulators(b, loc, views, position));
          if (peels)
            result = multiplyTiles(b, loc, views, position, last, result);
          forEachTile(b, loc, position, plan().columnBlocks,
                      [&](OpBuilder &b, TilePosition tile, int64_t first) {
                        ArrayRef<Value> columnBlocks(result);
                        emitLastBody(
                            b, loc, views,
                            columnBlocks.slice(first, plan().columnBlocks),
                            tile, plan().columnBlocks,
                            scaledSum ? scaledSum->result() : Value());
                      });
        });
  }

private:
  const BlockPlan &plan() const { return context.plan; }
  bool spillsAccumulators() const {
    return plan().reductionSteps(context.group) > 1;
  }
  int64_t registerBlockRows() const {
    return tileRows() * plan().accumulatorRows;
  }
  int64_t registerBlockCols() const {
    return columnBlockWidth() * plan().accumulatorCols;
  }

  void
  forEachRegisterBlock(OpBuilder &builder, Location loc, const BlockStep &step,
                       function_ref<void(OpBuilder &, TilePosition)> body) {
    Value rows = bound(builder, loc, step, plan().rows);
    Value cols = bound(builder, loc, step, plan().cols);
    emitLoop(builder, loc, rows, registerBlockRows(),
             [&](OpBuilder &b, Value row) {
               emitLoop(b, loc, cols, registerBlockCols(),
                        [&](OpBuilder &b, Value col) { body(b, {row, col}); });
             });
  }

  /// Iterates over the accumulators of a register block by rows, `width` at a
  /// time.
  void
  forEachTile(OpBuilder &builder, Location loc, TilePosition position,
              int64_t width,
              function_ref<void(OpBuilder &, TilePosition, int64_t)> body) {
    IndexMath math(builder, loc);
    for (int64_t r = 0; r < plan().accumulatorRows; ++r)
      for (int64_t c = 0; c < plan().accumulatorCols; c += width)
        body(builder,
             {math.add(position.row, r * tileRows()),
              math.add(position.col, c * columnBlockWidth())},
             r * plan().accumulatorCols + c);
  }

  SmallVector<Value> getInitialAccumulators(OpBuilder &builder, Location loc,
                                            const BufferViews &views,
                                            TilePosition position) {
    SmallVector<Value> init = readInit(builder, loc, views, position);
    if (!scaledSum)
      return init;
    SmallVector<Value> result;
    forEachTile(builder, loc, position, plan().columnBlocks,
                [&](OpBuilder &b, TilePosition tile, int64_t first) {
                  forEachColumnBlock(
                      b, context.group.last()->getLoc(), views,
                      ArrayRef(init).slice(first, plan().columnBlocks), tile,
                      plan().columnBlocks, {}, [&](TileArithmetic &body) {
                        result.push_back(body.get(scaledSum->result()));
                      });
                });
    return result;
  }

  SmallVector<Value> readInit(OpBuilder &builder, Location loc,
                              const BufferViews &views, TilePosition position) {
    int64_t count = plan().accumulatorRows * plan().accumulatorCols;
    if (!context.group.init) {
      TileArithmetic arithmetic(builder, loc, context.variant);
      return SmallVector<Value>(count,
                                arithmetic.splat(context.group.initConstant));
    }
    SmallVector<Value> result;
    forEachTile(builder, loc, position, plan().columnBlocks,
                [&](OpBuilder &b, TilePosition tile, int64_t) {
                  result.append(readColumnBlocks(b, loc, context.init(),
                                                 views.loads.back(), tile,
                                                 plan().columnBlocks));
                });
    return result;
  }

  /// Returns the first element of the last tile in the depth dimension.
  Value getLastTileStart(OpBuilder &builder, Location loc, Value depth) const {
    IndexMath math(builder, loc);
    int64_t tile = context.tileDepth();
    return math.mul(math.div(math.sub(depth, math.constant(1)), tile), tile);
  }

  SmallVector<Value> multiply(OpBuilder &builder, Location loc, Value depth,
                              const BufferViews &views, TilePosition position,
                              ValueRange accumulators) {
    Value zero = IndexMath(builder, loc).constant(0);
    return emitLoop(builder, loc, zero, depth, context.tileDepth(),
                    accumulators,
                    [&](OpBuilder &b, Value k, ValueRange carried) {
                      return multiplyTiles(b, loc, views, position, k, carried);
                    });
  }

  SmallVector<Value> multiplyTiles(OpBuilder &builder, Location loc,
                                   const BufferViews &views,
                                   TilePosition position, Value k,
                                   ValueRange accumulators) {
    const FusionGroup &group = context.group;
    IndexMath math(builder, loc);
    SmallVector<Value> a, b, result;
    for (int64_t r = 0; r < plan().accumulatorRows; ++r)
      a.push_back(extendForContraction(
          builder, loc, group, group.unsignedLhs,
          lhs().read(builder, loc, views.loads[group.lhs],
                     math.add(position.row, r * tileRows()), k)));
    for (int64_t c = 0; c < plan().accumulatorCols; ++c)
      b.push_back(extendForContraction(
          builder, loc, group, group.unsignedRhs,
          createLeadingRows(
              builder, loc,
              rhs().read(builder, loc, views.loads[group.rhs],
                         math.add(position.col, c * columnBlockWidth()), k),
              context.variant)));
    for (auto [i, accumulator] : llvm::enumerate(accumulators))
      result.push_back(multiplyTile(builder, loc, a[i / plan().accumulatorCols],
                                    b[i % plan().accumulatorCols],
                                    accumulator));
    return result;
  }

  Value multiplyTile(OpBuilder &builder, Location loc, Value a, Value b,
                     Value accumulator) {
    if (!scaledSum)
      return contractTiles(builder, loc, a, b, accumulator);
    TileArithmetic arithmetic(builder, loc, context.variant);
    const FusionGroup &group = context.group;
    Value zero = arithmetic.splat(builder.getZeroAttr(group.accumulator));
    arithmetic.set(group.results.front(),
                   contractTiles(builder, loc, a, b, zero));
    return scaledSum->accumulate(builder, loc, accumulator,
                                 arithmetic.get(scaledSum->scaled));
  }

  const OperandBlock &lhs() const { return context.input(context.group.lhs); }
  const OperandBlock &rhs() const { return context.input(context.group.rhs); }

  void spillAccumulators(OpBuilder &builder, Location loc,
                         ValueRange accumulators, TilePosition position) {
    forEachTile(builder, loc, position, 1,
                [&](OpBuilder &b, TilePosition tile, int64_t i) {
                  spill.write(b, loc, accumulators[i], tile.row, tile.col);
                });
  }

  SmallVector<Value> reloadAccumulators(OpBuilder &builder, Location loc,
                                        TilePosition position) {
    SmallVector<Value> result;
    forEachTile(builder, loc, position, 1,
                [&](OpBuilder &b, TilePosition tile, int64_t) {
                  result.push_back(spill.read(b, loc, tile.row, tile.col));
                });
    return result;
  }

  AccumulatorSpill spill;
  std::optional<ScaledSum> scaledSum;
  bool peels;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createContractionEmitter(const FusionGroupContext &context) {
  return std::make_unique<ContractionEmitter>(context);
}
