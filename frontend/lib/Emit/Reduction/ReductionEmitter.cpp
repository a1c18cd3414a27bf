//===- ReductionEmitter.cpp - steps of a reduction ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of a reduction: initialization, spills and results of its accumulators.
// Accumulators start from the neutral element; the initial value of the
// operation is combined with the result at the end, once, since every element
// of a tile would contribute it otherwise.
//
//===----------------------------------------------------------------------===//

#include "ReductionEmitter.h"
#include "Emit/ShortRows.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

void ReductionEmitter::allocate(ImplicitLocOpBuilder &builder) {
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

void ReductionEmitter::accumulate(ImplicitLocOpBuilder &builder,
                                  const BlockStep &step,
                                  const BufferViews &views) {
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

void ReductionEmitter::finish(ImplicitLocOpBuilder &builder,
                              const BlockStep &step, const BufferViews &views) {
  if (int64_t number = countSideBySide(builder, step))
    return emitRowLoop(builder, step.part.getFirst(builder),
                       bound(builder, step, plan().rows), tileRows(), number,
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

void ReductionEmitter::forEachResult(
    ImplicitLocOpBuilder &builder, const BlockStep &step,
    function_ref<void(ImplicitLocOpBuilder &, TilePosition)> body) {
  Value one = IndexMath(builder).constant(1);
  Value rows = reducesRows() ? one : bound(builder, step, plan().rows);
  Value cols = reducesCols() ? one : bound(builder, step, plan().cols);
  Value first = reducesRows() ? IndexMath(builder).constant(0)
                              : step.part.getFirst(builder);
  emitLoop(builder, first, rows, tileRows(), {},
           [&](ImplicitLocOpBuilder &b, Value row, ValueRange) {
             emitLoop(b, cols, iterationCols(),
                      [&](ImplicitLocOpBuilder &b, Value col) {
                        body(b, {row, col});
                      });
             return SmallVector<Value>();
           });
}

void ReductionEmitter::spillAccumulators(ImplicitLocOpBuilder &builder,
                                         ValueRange columnBlocks,
                                         TilePosition position) {
  IndexMath math(builder);
  for (auto [p, columnBlock] : llvm::enumerate(columnBlocks))
    spill.write(builder, columnBlock, position.row,
                math.add(position.col, p * columnBlockWidth()));
}

SmallVector<Value>
ReductionEmitter::reloadAccumulators(ImplicitLocOpBuilder &builder,
                                     TilePosition position) {
  IndexMath math(builder);
  SmallVector<Value> result;
  for (int64_t p = 0; p < numResultBlocks(); ++p)
    result.push_back(spill.read(
        builder, position.row, math.add(position.col, p * columnBlockWidth())));
  return result;
}

std::unique_ptr<BlockEmitter>
matrix::createReductionEmitter(const FusionGroupContext &context) {
  return std::make_unique<ReductionEmitter>(context);
}
