//===- OverlappedSteps.cpp - steps whose register blocks overlap ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps whose register blocks overlap (OverlappedProducts.h). The first step of
// a result starts from its initial value, later ones reload the accumulators.
// The last step is part of `finish`, with the epilogue, unless the result
// itself has the accumulators. The steps are alternatives of conditions, so
// that each has its own code.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "Plan/Blocks/BlockCost.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

int64_t ContractionEmitter::countOverlap() const {
  if (peels || scaledSum || chooseOrdered(/*partRows=*/0).count() > 1)
    return 0;
  RegisterBlockExtents extents = getBlockExtents(plan());
  extents.cols -= columns.first;
  return matrix::countOverlap(context.group, plan(), epilogue,
                              getProductCycles(context.group, context.variant),
                              extents, context.variant);
}

int64_t ContractionEmitter::countEpilogueTiles(ImplicitLocOpBuilder &builder,
                                               const BlockStep &step) const {
  std::optional<int64_t> depth = getConstantIntValue(boundDepth(builder, step));
  int64_t tiles =
      depth ? countDepthTiles(context.group, *depth, context.variant) : 1;
  return std::min(tiles, overlap);
}

void ContractionEmitter::accumulateOverlapped(ImplicitLocOpBuilder &builder,
                                              const BlockStep &step,
                                              const BufferViews &views) {
  auto emit = [&](ImplicitLocOpBuilder inside, bool reloads) {
    emitOverlapped(inside, step, views, reloads, /*isLast=*/false,
                   /*epilogueTiles=*/1,
                   [&](ImplicitLocOpBuilder &, TilePosition tile,
                       ArrayRef<Value> accumulators) {
                     return [&, tile, row = SmallVector<Value>(accumulators)](
                                ImplicitLocOpBuilder &b) {
                       writeRow(b, views, row, tile);
                     };
                   });
    scf::YieldOp::create(inside);
  };
  auto reload = [&](OpBuilder &region, Location l) {
    ImplicitLocOpBuilder inside(l, region);
    if (accumulatesInStores())
      return emit(inside, true);
    if (plan().reductionSteps(context.group) > 2) {
      Value isInner = arith::XOrIOp::create(
          inside, step.last,
          arith::ConstantIntOp::create(inside, /*value=*/1, /*width=*/1));
      scf::IfOp::create(inside, isInner, [&](OpBuilder &inner, Location l) {
        emit(ImplicitLocOpBuilder(l, inner), true);
      });
    }
    scf::YieldOp::create(inside);
  };
  scf::IfOp::create(
      builder, step.first,
      [&](OpBuilder &region, Location l) {
        emit(ImplicitLocOpBuilder(l, region), false);
      },
      reload);
}

void ContractionEmitter::emitOverlapped(ImplicitLocOpBuilder &builder,
                                        const BlockStep &step,
                                        const BufferViews &views, bool reloads,
                                        bool isLast, int64_t epilogueTiles,
                                        OverlappedProducts::Store store) {
  // The last step also needs registers for the epilogue. The loop over more
  // tiles of depth is not unrolled: the accumulators of all blocks are in the
  // same registers then.
  constexpr int64_t kMaxTiles = 4;
  bool loadsEarly =
      reloads && !(context.group.epilogue && isLast) &&
      2 * countRegisters(plan().accumulatorRows, plan().accumulatorCols) <=
          context.variant.tileRegisters &&
      countDepthTiles(context.group, plan().spanOf(plan().depth),
                      context.variant) <= kMaxTiles;
  auto init = [&](ImplicitLocOpBuilder &b, TilePosition tile) {
    if (reloads)
      return readAccumulator(b, views, tile);
    TileArithmetic arithmetic(b, context.variant);
    return arithmetic.splat(context.group.initConstant);
  };
  OverlappedProducts(context, products, views, step,
                     bound(builder, step, plan().rows), columns.first,
                     boundColumns(builder, step), boundDepth(builder, step),
                     epilogueTiles, loadsEarly, init, store)
      .emit(builder);
}
