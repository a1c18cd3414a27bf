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
//       acc[r][c] += a[r] * b[c]^T        a[r], b[c] are loaded again after
//     epilogue, store                     their last use; or spill, if more
//                                         steps follow
//
// Register blocks overlap if there are registers for it (OverlappedProducts.h).
// If the result has the format of the accumulators and there is no epilogue,
// they are spilled to it.
//
// If an instruction computes a contraction and the start of the epilogue, the
// last iteration of the depth loop is peeled so that both are adjacent. If an
// instruction scales the product as well, and that is exact, every iteration
// scales its product, and acc starts from the addend of the scaled sum.
//
//===----------------------------------------------------------------------===//

#include "Emit/BlockEmitter.h"
#include "Emit/InstructionFusion.h"
#include "OverlappedProducts.h"
#include "Plan/Blocks/BlockCost.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ContractionEmitter : BlockEmitter {
  explicit ContractionEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), spill(context),
        scaledSum(chooseScaledSum(context)), products(context, scaledSum),
        peels(!scaledSum && fusesLastContraction(context)),
        overlap(countOverlap()) {}

  void allocate(ImplicitLocOpBuilder &builder) override {
    if (!spillsAccumulators() || accumulatesInStores())
      return;
    int64_t rows =
        llvm::alignTo(plan().spanOf(plan().rows), registerBlockRows());
    int64_t cols =
        llvm::alignTo(plan().spanOf(plan().cols), registerBlockCols());
    spill.allocate(builder, rows, cols);
  }

  bool accumulatesInStores() const override {
    return spillsAccumulators() && accumulatesInResult(context.group);
  }

  /// Accumulators are spilled only if a result takes several steps.
  void accumulate(ImplicitLocOpBuilder &builder, const BlockStep &step,
                  const BufferViews &views) override {
    if (!spillsAccumulators())
      return;
    if (overlapsRegisterBlocks())
      return accumulateOverlapped(builder, step, views);
    auto begin = scf::IfOp::create(builder, step.first,
                                   /*withElseRegion=*/false);
    ImplicitLocOpBuilder inside(builder.getLoc(), begin.getThenBodyBuilder());
    forEachRegisterBlock(
        inside, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          spillAccumulators(
              b, views, getInitialAccumulators(b, views, position), position);
        });
    Value depth = bound(builder, step, plan().depth);
    if (peels)
      depth = arith::SelectOp::create(builder, step.last,
                                      getLastTileStart(builder, depth), depth);
    forEachRegisterBlock(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          SmallVector<Value> reloaded = reloadAccumulators(b, views, position);
          spillAccumulators(
              b, views,
              peels ? multiplyInOrder(b, depth, views, position, reloaded)
                    : multiply(b, depth, views, position, reloaded),
              position);
        });
  }

  void finish(ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override {
    if (accumulatesInStores())
      return;
    if (overlapsRegisterBlocks())
      return emitOverlapped(
          builder, step, views,
          /*reloads=*/spillsAccumulators(), countEpilogueTiles(builder, step),
          [&](ImplicitLocOpBuilder &b, TilePosition tile,
              ArrayRef<Value> columnBlocks) {
            emitLastBody(b, views, columnBlocks, tile, plan().columnBlocks);
          });
    Value depth = bound(builder, step, plan().depth);
    forEachRegisterBlock(
        builder, step, [&](ImplicitLocOpBuilder &b, TilePosition position) {
          SmallVector<Value> result = getResult(b, depth, views, position);
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

  SmallVector<Value> getResult(ImplicitLocOpBuilder &builder, Value depth,
                               const BufferViews &views,
                               TilePosition position) {
    if (!spillsAccumulators())
      return multiply(builder, depth, views, position,
                      getInitialAccumulators(builder, views, position));
    SmallVector<Value> result = reloadAccumulators(builder, views, position);
    if (!peels)
      return result;
    TileProducts::Operands last = products.readAll(
        builder, views, position, getLastTileStart(builder, depth));
    return products.multiply(builder, last, result);
  }

  /// The last iteration is peeled.
  SmallVector<Value> multiply(ImplicitLocOpBuilder &builder, Value depth,
                              const BufferViews &views, TilePosition position,
                              ValueRange accumulators) {
    Value last = getLastTileStart(builder, depth);
    if (!haveRegisters(context.group, plan(), context.variant)) {
      SmallVector<Value> carried = multiplyInOrder(
          builder, peels ? last : depth, views, position, accumulators);
      if (!peels)
        return carried;
      TileProducts::Operands operands =
          products.readAll(builder, views, position, last);
      return products.multiply(builder, operands, carried);
    }
    IndexMath math(builder);
    Value zero = math.constant(0);
    SmallVector<Value> carried(accumulators);
    carried.append(products.readAll(builder, views, position, zero).join());
    carried = emitLoop(
        builder, zero, last, context.tileDepth(), carried,
        [&](ImplicitLocOpBuilder &b, Value k, ValueRange values) {
          Value next = IndexMath(b).add(k, context.tileDepth());
          TileProducts::Operands operands =
              products.split(values.drop_front(accumulators.size()));
          auto reload = [&](bool isLhs, int64_t i) {
            return products.read(b, views, position, next, isLhs, i);
          };
          TileProducts::Hooks hooks;
          hooks.reload = reload;
          SmallVector<Value> result = products.multiply(
              b, operands, values.take_front(accumulators.size()), hooks);
          result.append(operands.join());
          return result;
        });
    TileProducts::Operands operands =
        products.split(ArrayRef(carried).drop_front(accumulators.size()));
    return products.multiply(builder, operands,
                             ArrayRef(carried).take_front(accumulators.size()));
  }

  bool overlapsRegisterBlocks() const { return overlap > 0; }

  int64_t countOverlap() const {
    if (peels || scaledSum)
      return 0;
    return matrix::countOverlap(
        context.group, plan(),
        selectEpilogue(context.group, plan(), context.variant),
        getProductCycles(context.group, context.variant),
        getBlockExtents(plan()), context.variant);
  }

  /// The number of tiles of depth must be constant.
  int64_t countEpilogueTiles(ImplicitLocOpBuilder &builder,
                             const BlockStep &step) const {
    std::optional<int64_t> depth =
        getConstantIntValue(bound(builder, step, plan().depth));
    int64_t tiles =
        depth ? countDepthTiles(context.group, *depth, context.variant) : 1;
    return std::min(tiles, overlap);
  }

  /// The first step of a result starts from the initial value, the others
  /// reload their accumulators. The last one is left to finish(), unless the
  /// result has the accumulators.
  void accumulateOverlapped(ImplicitLocOpBuilder &builder,
                            const BlockStep &step, const BufferViews &views) {
    auto emit = [&](OpBuilder &region, Location l, bool reloads) {
      ImplicitLocOpBuilder inside(l, region);
      emitOverlapped(inside, step, views, reloads, /*epilogueTiles=*/1,
                     [&](ImplicitLocOpBuilder &b, TilePosition tile,
                         ArrayRef<Value> accumulators) {
                       writeRow(b, views, accumulators, tile);
                     });
      scf::YieldOp::create(inside);
    };
    auto reload = [&](OpBuilder &region, Location l) {
      if (accumulatesInStores())
        return emit(region, l, true);
      ImplicitLocOpBuilder inside(l, region);
      if (plan().reductionSteps(context.group) > 2) {
        Value isInner = arith::XOrIOp::create(
            inside, step.last,
            arith::ConstantIntOp::create(inside, /*value=*/1, /*width=*/1));
        scf::IfOp::create(inside, isInner, [&](OpBuilder &inner, Location l) {
          emit(inner, l, true);
        });
      }
      scf::YieldOp::create(inside);
    };
    scf::IfOp::create(
        builder, step.first,
        [&](OpBuilder &region, Location l) { emit(region, l, false); }, reload);
  }

  void emitOverlapped(ImplicitLocOpBuilder &builder, const BlockStep &step,
                      const BufferViews &views, bool reloads,
                      int64_t epilogueTiles, OverlappedProducts::Store store) {
    auto init = [&](ImplicitLocOpBuilder &b, TilePosition tile) {
      if (reloads)
        return readAccumulator(b, views, tile);
      TileArithmetic arithmetic(b, context.variant);
      return arithmetic.splat(context.group.initConstant);
    };
    OverlappedProducts(
        context, products, views, bound(builder, step, plan().rows),
        bound(builder, step, plan().cols), bound(builder, step, plan().depth),
        epilogueTiles, init, store)
        .emit(builder);
  }

  /// Reads operands where they are used.
  SmallVector<Value> multiplyInOrder(ImplicitLocOpBuilder &builder, Value depth,
                                     const BufferViews &views,
                                     TilePosition position,
                                     ValueRange accumulators) {
    Value zero = IndexMath(builder).constant(0);
    return emitLoop(builder, zero, depth, context.tileDepth(), accumulators,
                    [&](ImplicitLocOpBuilder &b, Value k, ValueRange carried) {
                      TileProducts::Operands operands =
                          products.readAll(b, views, position, k);
                      return products.multiply(b, operands, carried);
                    });
  }

  void spillAccumulators(ImplicitLocOpBuilder &builder,
                         const BufferViews &views, ValueRange accumulators,
                         TilePosition position) {
    forEachTile(builder, position, 1,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t i) {
                  writeRow(b, views, accumulators[i], tile);
                });
  }

  SmallVector<Value> reloadAccumulators(ImplicitLocOpBuilder &builder,
                                        const BufferViews &views,
                                        TilePosition position) {
    SmallVector<Value> result;
    forEachTile(builder, position, 1,
                [&](ImplicitLocOpBuilder &b, TilePosition tile, int64_t) {
                  result.push_back(readAccumulator(b, views, tile));
                });
    return result;
  }

  /// Spills accumulators that follow each other in a row.
  void writeRow(ImplicitLocOpBuilder &builder, const BufferViews &views,
                ArrayRef<Value> accumulators, TilePosition first) {
    IndexMath math(builder);
    for (auto [i, tile] : llvm::enumerate(accumulators)) {
      Value col = math.add(first.col, int64_t(i) * columnBlockWidth());
      if (accumulatesInStores())
        context.stores.front().write(builder, views.stores.front(), tile,
                                     first.row, col);
      else
        spill.write(builder, tile, first.row, col);
    }
  }

  Value readAccumulator(ImplicitLocOpBuilder &builder, const BufferViews &views,
                        TilePosition tile) {
    return accumulatesInStores()
               ? context.stores.front().read(builder, views.stores.front(),
                                             tile.row, tile.col)
               : spill.read(builder, tile.row, tile.col);
  }

  AccumulatorSpill spill;
  std::optional<ScaledSum> scaledSum;
  TileProducts products;
  bool peels;
  int64_t overlap; ///< as of countOverlap()
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::createContractionEmitter(const FusionGroupContext &context) {
  return std::make_unique<ContractionEmitter>(context);
}
