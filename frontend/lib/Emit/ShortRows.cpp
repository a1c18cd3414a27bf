//===- ShortRows.cpp - rows of few tiles side by side ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A software pipeline unrolled over all positions: beside the computation of
// position i, position i + ahead is loaded and i - behind stored. The bounds
// limit the length of the code, and the tiles that are spilled if the scheduler
// moves loads of many positions ahead of their uses.
//
//===----------------------------------------------------------------------===//

#include "ShortRows.h"

using namespace mlir;
using namespace matrix;

int64_t ShortRows::countSideBySide(int64_t tilesOfRow, int64_t rows,
                                   int64_t tileRegisters) {
  constexpr int64_t kMaxTiles = 16, kMaxPositions = 36;
  constexpr int64_t kPositionsPerRegister = 2;
  int64_t positions =
      std::min(kMaxPositions, kPositionsPerRegister * tileRegisters);
  if (tilesOfRow > std::min(kMaxTiles, positions))
    return 0;
  return std::clamp<int64_t>(positions / tilesOfRow, 1, rows);
}

void ShortRows::emit(int64_t rows) const {
  int64_t count = rows * tilesOfRow;
  for (int64_t i = 0; i < std::min(ahead, count); ++i)
    load(i);
  for (int64_t i = 0; i < count + behind; ++i) {
    if (i + ahead < count)
      load(i + ahead);
    if (i < count)
      compute(i);
    if (i >= behind)
      store(i - behind);
  }
}

void matrix::emitRowLoop(
    ImplicitLocOpBuilder &builder, Value first, Value end, int64_t height,
    int64_t number,
    function_ref<void(ImplicitLocOpBuilder &, Value, int64_t)> body) {
  IndexMath math(builder);
  auto loop = [&](Value from, Value to, int64_t step) {
    emitLoop(builder, from, to, step * height, {},
             [&](ImplicitLocOpBuilder &b, Value row, ValueRange) {
               body(b, row, step);
               return SmallVector<Value>();
             });
  };
  if (number == 1)
    return loop(first, end, 1);
  Value rows = math.sub(end, first);
  Value whole = math.mul(math.div(math.add(rows, height - 1), height * number),
                         height * number);
  whole = math.add(first, whole);
  loop(first, whole, number);
  loop(whole, end, 1);
}
