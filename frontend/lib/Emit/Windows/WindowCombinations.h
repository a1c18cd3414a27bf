//===- WindowCombinations.h - accumulators of windows -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts, combines and stores the accumulators of a reduction over windows. The
// base class of the emitters of such reductions, which differ in the order of
// the tiles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWCOMBINATIONS_H
#define MATRIX_FRONTEND_LIB_WINDOWCOMBINATIONS_H

#include "WindowTiles.h"

namespace matrix {

class WindowCombinations : public WindowTiles {
public:
  using WindowTiles::WindowTiles;

protected:
  /// Emits the loop over the lines of a step.
  void emitLines(Builder &builder, const BlockStep &step,
                 const BufferViews &views,
                 llvm::function_ref<void(Builder &, const Line &)> emitLine);
  /// Returns no values if the first taps are the accumulators.
  llvm::SmallVector<mlir::Value> getStart(Builder &b, const BufferViews &views,
                                          TilePosition position) const;
  void combine(Builder &b, const Tiles &streamed, const Tiles &shared,
               llvm::MutableArrayRef<mlir::Value> accumulators) const;
  /// Reads the tiles that all tiles of a line share, of each tap.
  llvm::SmallVector<Tiles> readKept(Builder &b, const BufferViews &views,
                                    const Line &line) const;
  /// Stores the results of the tiles from `begin` to `end` of an iteration.
  /// Stores follow all bodies, which the scheduler can then interleave.
  void store(Builder &b, const BufferViews &views, const Line &line,
             llvm::ArrayRef<mlir::Value> results, mlir::Value first,
             int64_t begin, int64_t end) const;
};

/// Emits tiles in image rows below each other.
std::unique_ptr<BlockEmitter>
createStackedWindowEmitter(const FusionGroupContext &context);
/// Emits tiles of an image whose rows are transposed beside the combinations.
std::unique_ptr<BlockEmitter>
createStagedWindowEmitter(const FusionGroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWCOMBINATIONS_H
