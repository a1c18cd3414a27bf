//===- WindowTiles.h - tiles of the windows of an image ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions of tiles of the result, and the tiles that the inputs of a
// reduction over windows have for each tap. WindowReductionEmitter.cpp combines
// them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWTILES_H
#define MATRIX_FRONTEND_LIB_WINDOWTILES_H

#include "TapVectors.h"
#include "TransposedImage.h"
#include <map>

namespace matrix {

class WindowTiles : public BlockEmitter {
public:
  explicit WindowTiles(const FusionGroupContext &context);

  void allocate(mlir::ImplicitLocOpBuilder &builder) override;

protected:
  using Builder = mlir::ImplicitLocOpBuilder;
  /// The tiles of all inputs for one combination.
  using Tiles = TileLists;
  /// The index of a tap in each inner dimension of the depth.
  using Tap = llvm::SmallVector<mlir::Value>;

  /// A line of tiles: its position in the other dimension, the number of its
  /// tiles, and the last one.
  struct Line {
    mlir::Value outer, number, last;
    /// Whether tiles side by side are within one row of the image, at constant
    /// distances, and none is beyond the last one.
    bool isAdjacent = false;
  };

  const BlockPlan &plan() const { return context.plan; }
  const FusionGroup &group() const { return context.group; }
  int64_t widthOf(int dim) const {
    return dim == plan().rows ? tileRows() : iterationCols();
  }
  /// Returns the dimension along lines, and the other one.
  int getInner() const {
    return schedule.alongRows ? plan().rows : plan().cols;
  }
  int getOuter() const {
    return schedule.alongRows ? plan().cols : plan().rows;
  }

  /// Returns the elements from one tile of an iteration to the next.
  int64_t getDistance() const {
    return schedule.isStacked ? plan().block[getInner()] : widthOf(getInner());
  }

  /// Returns the lines of a step, without position. If tiles are stacked, their
  /// tiles are the iterations.
  Line getLine(Builder &builder, const BlockStep &step) const;
  /// Transposes blocks whose tiles no load reads.
  void transpose(Builder &builder, const BufferViews &views) const;
  /// Returns the position of a tile, or of the first one if tiles are adjacent.
  TilePosition getPosition(Builder &b, const Line &line, mlir::Value first,
                           int64_t tile) const;
  /// Returns the buffers as seen from a tile at that position.
  BufferViews getViews(Builder &b, const BufferViews &views, const Line &line,
                       int64_t tile) const;

  bool isSharedInput(unsigned i) const {
    return isShared(group().inputs[i], plan(), schedule.alongRows);
  }
  Tap getTap(Builder &b, int64_t number) const;
  /// Reads the inputs that tiles share, or those of one tile.
  Tiles readTap(Builder &b, const BufferViews &views, const Line &line,
                mlir::Value first, int64_t tile, const Tap &tap,
                bool shared) const;
  /// Returns a column block of the tiles of an input.
  mlir::Value widenTap(Builder &b, unsigned input,
                       llvm::ArrayRef<mlir::Value> tiles,
                       int64_t columnBlock) const;
  /// Returns the column blocks of a tile as rows and columns of the plan.
  llvm::SmallVector<mlir::Value>
  getResult(Builder &b, llvm::ArrayRef<mlir::Value> accumulators) const;

  int64_t taps;
  TapSchedule schedule;
  std::optional<TransposedImage> image;
  unsigned imageInput = 0;

private:
  mlir::Value countIterations(Builder &b, mlir::Value tiles) const;
  mlir::Value getStackPosition(Builder &b, mlir::Value iteration) const;
  bool areAdjacent(mlir::Value number) const;
  mlir::Value getNumber(Builder &b, const Tap &tap) const;
  llvm::SmallVector<mlir::Value> readInput(Builder &b, const BufferViews &views,
                                           unsigned i, const Tap &tap,
                                           TilePosition position,
                                           int64_t distance) const;
  llvm::SmallVector<mlir::Value> readImage(Builder &b, const Tap &tap,
                                           TilePosition position,
                                           int64_t distance) const;

  std::map<unsigned, TapVectors> transposed;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWTILES_H
