//===- ReduceTile.cpp - combination and reduction of tiles ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of one tile: the body of the reduction, masks of elements beyond the
// edge of the tensor, the combination with the accumulator, and the reduction
// within a tile.
//
//===----------------------------------------------------------------------===//

#include "ReductionEmitter.h"
#include "Tiles/TileReduction.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

using namespace mlir;
using namespace matrix;

SmallVector<Value>
ReductionEmitter::combineTile(ImplicitLocOpBuilder &builder,
                              const BlockStep &step, const BufferViews &views,
                              TilePosition position, FullTile full,
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

Value ReductionEmitter::reduceOneTile(ImplicitLocOpBuilder &builder,
                                      const BlockStep &step,
                                      TilePosition position,
                                      int64_t columnBlock, FullTile full,
                                      Value value) {
  if (!reducesCols())
    return reduceAlong(builder, group().combiner,
                       maskRows(builder, step, position, full, value), 0);
  value = maskCols(builder, step, position, columnBlock, full, value);
  return maskRows(builder, step, position, full,
                  reduceAlong(builder, group().combiner, value, 1));
}

Value ReductionEmitter::maskCols(ImplicitLocOpBuilder &builder,
                                 const BlockStep &step, TilePosition position,
                                 int64_t columnBlock, FullTile full,
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

Value ReductionEmitter::maskRows(ImplicitLocOpBuilder &builder,
                                 const BlockStep &step, TilePosition position,
                                 FullTile full, Value value) {
  if (!masksRows || full.rows)
    return value;
  Value all = IndexMath(builder).constant(columnBlockWidth());
  return select(builder, value,
                remaining(builder, step.valid[plan().rows], position.row), all);
}

Value ReductionEmitter::remaining(ImplicitLocOpBuilder &builder, Value valid,
                                  Value start) {
  IndexMath math(builder);
  Value rest = math.sub(valid, start);
  return arith::MaxSIOp::create(builder, rest, math.constant(0));
}

Value ReductionEmitter::select(ImplicitLocOpBuilder &builder, Value value,
                               Value rows, Value cols) {
  auto type = cast<VectorType>(value.getType());
  Value mask = vector::CreateMaskOp::create(
      builder, type.clone(builder.getI1Type()), ValueRange{rows, cols});
  return arith::SelectOp::create(builder, mask, value,
                                 neutral(builder).front());
}

SmallVector<Value> ReductionEmitter::neutral(ImplicitLocOpBuilder &builder) {
  TileArithmetic arithmetic(builder, context.variant);
  TypedAttr value = getNeutral(group().combiner, group().accumulator);
  return SmallVector<Value>(numResultBlocks(), arithmetic.splat(value));
}

Value ReductionEmitter::reduceTile(ImplicitLocOpBuilder &builder, Value tile) {
  if (reducesCols() && !reducesEachTile)
    tile = reduceAlong(builder, group().combiner, tile, /*dim=*/1);
  if (reducesRows() && !(reducesEachTile && !reducesCols()))
    tile = reduceAlong(builder, group().combiner, tile, /*dim=*/0);
  return tile;
}

void ReductionEmitter::combineInit(ImplicitLocOpBuilder &builder,
                                   const BufferViews &views,
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
