//===- WindowCombinations.cpp - accumulators of windows -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code that the emitters of window reductions share: the loop over lines, the
// initial accumulators, the combination of a tap with them, and the stores. If
// the initial value is the neutral element, the first taps are the
// accumulators, except in sums of floats and in loops over taps.
//
//===----------------------------------------------------------------------===//

#include "WindowCombinations.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

using namespace mlir;
using namespace matrix;

void WindowCombinations::emitLines(
    Builder &builder, const BlockStep &step, const BufferViews &views,
    function_ref<void(Builder &, const Line &)> emitLine) {
  transpose(builder, views);
  Line line = getLine(builder, step);
  emitLoop(builder, bound(builder, step, getOuter()), widthOf(getOuter()),
           [&](Builder &b, Value position) {
             Line own = line;
             own.outer = position;
             emitLine(b, own);
           });
}

SmallVector<Value> WindowCombinations::getStart(Builder &b,
                                                const BufferViews &views,
                                                TilePosition position) const {
  if (group().init)
    return readColumnBlocks(b, context.init(), views.loads.back(), position,
                            plan().columnBlocks);
  TileArithmetic arithmetic(b, context.variant);
  bool isFloatSum = group().combiner == vector::CombiningKind::ADD &&
                    isa<FloatType>(group().accumulator);
  TypedAttr neutral = getNeutral(group().combiner, group().accumulator);
  Value start = arithmetic.splat(group().initConstant);
  Value none = arithmetic.splat(neutral);
  bool isNeutral =
      start.getDefiningOp()->getAttrs() == none.getDefiningOp()->getAttrs();
  return SmallVector<Value>(
      plan().columnBlocks,
      isNeutral && !isFloatSum && !schedule.loopsOverTaps ? Value() : start);
}

void WindowCombinations::combine(Builder &b, const Tiles &streamed,
                                 const Tiles &shared,
                                 MutableArrayRef<Value> accumulators) const {
  for (int64_t p = 0; p < plan().columnBlocks; ++p) {
    TileArithmetic arithmetic(b, context.variant);
    for (auto [i, input] : llvm::enumerate(group().inputs))
      arithmetic.set(
          input.argument,
          widenTap(b, i, isSharedInput(i) ? shared[i] : streamed[i], p));
    accumulators[p] = combineTap(b, group(), arithmetic, accumulators[p]);
  }
}

SmallVector<WindowTiles::Tiles>
WindowCombinations::readKept(Builder &b, const BufferViews &views,
                             const Line &line) const {
  SmallVector<Tiles> kept;
  if (schedule.keepsShared)
    for (int64_t tap = 0; tap < taps; ++tap)
      kept.push_back(readTap(b, views, line, IndexMath(b).constant(0), 0,
                             getTap(b, tap), /*shared=*/true));
  else
    kept.assign(taps, Tiles(group().inputs.size()));
  return kept;
}

void WindowCombinations::store(Builder &b, const BufferViews &views,
                               const Line &line, ArrayRef<Value> results,
                               Value first, int64_t begin, int64_t end) const {
  SmallVector<TileLists> computed;
  for (int64_t tile = begin; tile < end; ++tile) {
    SmallVector<Value> own = getResult(
        b, results.slice(tile * plan().columnBlocks, plan().columnBlocks));
    computed.push_back(computeLastBody(b, getViews(b, views, line, tile), own,
                                       getPosition(b, line, first, tile),
                                       plan().columnBlocks));
  }
  for (int64_t tile = begin; tile < end; ++tile)
    writeStores(b, getViews(b, views, line, tile), computed[tile - begin],
                getPosition(b, line, first, tile));
}
