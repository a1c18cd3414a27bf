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

  void allocate(ImplicitLocOpBuilder &builder) override {
    if (!spillsAccumulators())
      return;
    int64_t rows =
        llvm::alignTo(plan().blockOf(plan().rows), registerBlockRows());
    int64_t cols =
        llvm::alignTo(plan().blockOf(plan().cols), registerBlockCols());
    spill.allocate(builder, rows, cols);
  }

  /// Accumulators are spilled only if a result takes several steps.
  void accumulate(ImplicitLocOpBuilder &builder, const BlockStep &step,
                  const BufferViews &views) override {
    if (!spillsAccumulators())
      return;
    auto begin = scf::IfOp::create(builder, step.first,
                                   /*withElseRegion=*/false);
    ImplicitLocOpBuilder inside(builder.getLoc(), begin.getThenBodyBuilder());
    forEachRegisterBlock(
        inside, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          spillAccumulators(b, getInitialAccumulators(b, views, position),
                            position);
        });
    Value depth = bound(builder, step, plan().depth);
    if (peels)
      depth = arith::SelectOp::create(builder, step.last,
                                      getLastTileStart(builder, depth), depth);
    forEachRegisterBlock(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          spillAccumulators(b,
                            multiply(b, depth, views, position,
                                     reloadAccumulators(b, position)),
                            position);
        });
  }

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override {
    Value depth = bound(builder, step, plan().depth);
    Value last = peels ? getLastTileStart(builder, depth) : Value();
    forEachRegisterBlock(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          SmallVector<Value> result =
              spillsAccumulators()
                  ? reloadAccumulators(b, position)
                  : multiply(b, peels ? last : depth, views, position,
                             getInitialAccumulators(b, views, position));
          if (peels)
            result = multiplyTiles(b, views, position, last, result);
          forEachTile(
              b, position, plan().columnBlocks,
              [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t first) {
                ArrayRef<Value> columnBlocks(result);
                emitLastBody(b, views,
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

  void forEachRegisterBlock(
      ImplicitLocOpBuilder &builder, const BlockStep &step,
      function_ref<void(ImplicitLocOpBuilder &, TilePosition)> body) {
    Value rows = bound(builder, step, plan().rows);
    Value cols = bound(builder, step, plan().cols);
    emitLoop(builder, rows, registerBlockRows(),
             [&](ImplicitLocOpBuilder &b, Value row) {
               emitLoop(b, cols, registerBlockCols(),
                        [&](ImplicitLocOpBuilder &b, Value col) {
                          body(b, {row, col});
                        });
             });
  }

  /// Iterates over the accumulators of a register block by rows, `width` at a
  /// time.
  void forEachTile(
      ImplicitLocOpBuilder &builder, TilePosition position, int64_t width,
      function_ref<void(ImplicitLocOpBuilder &, TilePosition, int64_t)> body) {
    IndexMath math(builder);
    for (int64_t r = 0; r < plan().accumulatorRows; ++r)
      for (int64_t c = 0; c < plan().accumulatorCols; c += width)
        body(builder,
             {math.add(position.row, r * tileRows()),
              math.add(position.col, c * columnBlockWidth())},
             r * plan().accumulatorCols + c);
  }

  SmallVector<Value> getInitialAccumulators(ImplicitLocOpBuilder &builder,
                                            const BufferViews &views,
                                            TilePosition position) {
    SmallVector<Value> init = readInit(builder, views, position);
    if (!scaledSum)
      return init;
    SmallVector<Value> result;
    forEachTile(builder, position, plan().columnBlocks,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t first) {
                  ImplicitLocOpBuilder last(context.group.last()->getLoc(), b);
                  forEachColumnBlock(
                      last, views,
                      ArrayRef(init).slice(first, plan().columnBlocks), tile,
                      plan().columnBlocks, {}, [&](TileArithmetic &body) {
                        result.push_back(body.get(scaledSum->result()));
                      });
                });
    return result;
  }

  SmallVector<Value> readInit(ImplicitLocOpBuilder &builder,
                              const BufferViews &views, TilePosition position) {
    int64_t count = plan().accumulatorRows * plan().accumulatorCols;
    if (!context.group.init) {
      TileArithmetic arithmetic(builder, context.variant);
      return SmallVector<Value>(count,
                                arithmetic.splat(context.group.initConstant));
    }
    SmallVector<Value> result;
    forEachTile(builder, position, plan().columnBlocks,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t) {
                  result.append(readColumnBlocks(b, context.init(),
                                                 views.loads.back(), tile,
                                                 plan().columnBlocks));
                });
    return result;
  }

  /// Returns the first element of the last tile in the depth dimension.
  Value getLastTileStart(ImplicitLocOpBuilder &builder, Value depth) const {
    IndexMath math(builder);
    int64_t tile = context.tileDepth();
    return math.mul(math.div(math.sub(depth, math.constant(1)), tile), tile);
  }

  SmallVector<Value> multiply(ImplicitLocOpBuilder &builder, Value depth,
                              const BufferViews &views, TilePosition position,
                              ValueRange accumulators) {
    Value zero = IndexMath(builder).constant(0);
    return emitLoop(builder, zero, depth, context.tileDepth(), accumulators,
                    [&](ImplicitLocOpBuilder &b, Value k, ValueRange carried) {
                      return multiplyTiles(b, views, position, k, carried);
                    });
  }

  SmallVector<Value> multiplyTiles(ImplicitLocOpBuilder &builder,
                                   const BufferViews &views,
                                   TilePosition position, Value k,
                                   ValueRange accumulators) {
    const FusionGroup &group = context.group;
    IndexMath math(builder);
    SmallVector<Value> a, b, result;
    for (int64_t r = 0; r < plan().accumulatorRows; ++r)
      a.push_back(extendForContraction(
          builder, group, group.unsignedLhs,
          lhs().read(builder, views.loads[group.lhs],
                     math.add(position.row, r * tileRows()), k)));
    for (int64_t c = 0; c < plan().accumulatorCols; ++c)
      b.push_back(extendForContraction(
          builder, group, group.unsignedRhs,
          createLeadingRows(
              builder, builder.getLoc(),
              rhs().read(builder, views.loads[group.rhs],
                         math.add(position.col, c * columnBlockWidth()), k),
              context.variant)));
    for (auto [i, accumulator] : llvm::enumerate(accumulators))
      result.push_back(multiplyTile(builder, a[i / plan().accumulatorCols],
                                    b[i % plan().accumulatorCols],
                                    accumulator));
    return result;
  }

  Value multiplyTile(ImplicitLocOpBuilder &builder, Value a, Value b,
                     Value accumulator) {
    if (!scaledSum)
      return contractTiles(builder, a, b, accumulator);
    TileArithmetic arithmetic(builder, context.variant);
    const FusionGroup &group = context.group;
    Value zero = arithmetic.splat(builder.getZeroAttr(group.accumulator));
    arithmetic.set(group.results.front(), contractTiles(builder, a, b, zero));
    return scaledSum->accumulate(builder, accumulator,
                                 arithmetic.get(scaledSum->scaled));
  }

  const OperandBlock &lhs() const { return context.input(context.group.lhs); }
  const OperandBlock &rhs() const { return context.input(context.group.rhs); }

  void spillAccumulators(ImplicitLocOpBuilder &builder, ValueRange accumulators,
                         TilePosition position) {
    forEachTile(builder, position, 1,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t i) {
                  spill.write(b, accumulators[i], tile.row, tile.col);
                });
  }

  SmallVector<Value> reloadAccumulators(ImplicitLocOpBuilder &builder,
                                        TilePosition position) {
    SmallVector<Value> result;
    forEachTile(builder, position, 1,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t) {
                  result.push_back(spill.read(b, tile.row, tile.col));
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
