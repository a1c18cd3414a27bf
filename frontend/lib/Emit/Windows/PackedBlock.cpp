//===- PackedBlock.cpp - packing of transposed boxes ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of the second transposition of a box (StagedOperand::Packing), after
// which its tiles are read as they are stored. Two tiles are loaded before the
// first one is stored.
//
//===----------------------------------------------------------------------===//

#include "Emit/BlockEmitter.h"
#include "Emit/WindowBlock.h"
#include "Emit/Windows/ByteViews.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Transposes the tiles of a transposed box.
struct TilePacking {
  const StagedOperand &staged;
  VectorType type;
  Value source, target;

  const StagedOperand::Packing &packing() const { return *staged.packing; }
  int64_t bytes() const { return int64_t(type.getElementTypeBitWidth()) / 8; }

  /// Iterates over the taps from `tap` on.
  void packTaps(ImplicitLocOpBuilder &builder, unsigned tap, Value position,
                Value element) const {
    IndexMath math(builder);
    if (tap == packing().taps.size())
      return packDepth(builder, position, element);
    const StagedOperand::Tap &own = packing().taps[tap];
    emitLoop(builder, math.constant(own.extent), 1,
             [&](ImplicitLocOpBuilder &b, Value index) {
               IndexMath inside(b);
               packTaps(b, tap + 1,
                        inside.add(position, inside.mul(index, own.from)),
                        inside.add(element, inside.mul(index, own.to)));
             });
  }

  void packDepth(ImplicitLocOpBuilder &builder, Value position,
                 Value element) const {
    emitLoop(builder, IndexMath(builder).constant(packing().depth),
             type.getDimSize(1), [&](ImplicitLocOpBuilder &b, Value k) {
               IndexMath math(b);
               Value from =
                   math.add(position, math.mul(k, packing().depthPositions));
               emitLoop(b, math.constant(staged.rows), 2 * type.getDimSize(0),
                        [&](ImplicitLocOpBuilder &inside, Value row) {
                          packRows(inside, from, math.add(element, k), row);
                        });
             });
  }

  /// Packs two tiles of rows.
  void packRows(ImplicitLocOpBuilder &b, Value position, Value element,
                Value first) const {
    IndexMath math(b);
    SmallVector<Value> loaded, rows;
    int64_t width = type.getDimSize(0);
    for (int64_t i = 0; i < 2; ++i) {
      rows.push_back(math.add(first, i * width));
      Value start = math.add(math.mul(position, staged.pitch), rows.back());
      loaded.push_back(readTransposed(b, type, source, math.mul(start, bytes()),
                                      packing().depthPositions * staged.pitch));
    }
    for (auto [row, tile] : llvm::zip_equal(rows, loaded)) {
      Value start = math.add(math.mul(row, packing().rowPitch), element);
      writeTile(b, tile, target, math.mul(start, bytes()), packing().rowPitch);
    }
  }
};

} // namespace

void WindowBlock::pack(ImplicitLocOpBuilder &builder) const {
  Value zero = IndexMath(builder).constant(0);
  TilePacking{*layout.transposition, tileType, transposed, tiles}.packTaps(
      builder, 0, zero, zero);
}
