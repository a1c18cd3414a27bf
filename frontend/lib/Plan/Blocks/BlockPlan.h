//===- BlockPlan.h - blocks of fusion groups --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At most three dimensions of the iteration space are tile dimensions: rows,
// columns, and the depth of a contraction. They are divided into blocks of
// whole tiles; all other dimensions advance by one. Blocks of parallel
// dimensions are distributed to the cores; blocks of reduction dimensions are
// processed in sequence by one core.
//
// Contractions with windows (DimensionRoles.h) also have inner dimensions, of
// which a block has several elements: the windows, and rows of an image. A step
// iterates over them as part of its rows, columns and depth. The rows of a
// block are then numbered through all of its inner dimensions, each of which
// has as many rows as the block of dimension `rows`; columns and depth alike.
//
// If the block of rows, or of columns, is not a multiple of a tile, tiles
// continue from one image row to the next: the block is the distance of image
// rows in the scratchpad, in pixels. What is computed between them is not
// stored.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKPLAN_H
#define MATRIX_FRONTEND_LIB_BLOCKPLAN_H

#include "Access/FusionGroup.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "llvm/Support/MathExtras.h"

namespace matrix {

/// The largest number of tiles in registers that the iterations of an unrolled
/// loop compute side by side.
inline constexpr int64_t kMaxUnrolledTiles = 4;

/// The decisions about a group. Lists that are indexed by dimension have an
/// entry for each dimension of the group. Extents are in elements.
struct BlockPlan {
  // Tile dimensions; -1 if the group has none.
  int rows = -1, cols = -1, depth = -1;
  /// Inner dimensions, outermost first.
  bool hasWindows = false;
  /// Whether the group is one of a chain, whose code has an order of its own.
  bool isStage = false;
  llvm::SmallVector<int> innerRows, innerCols, innerDepth;
  /// For each dimension: elements of a block, number of blocks.
  llvm::SmallVector<int64_t> block, count;
  /// distributedDims: parallel dimensions that are distributed to the cores,
  /// outermost first. sequentialDims: dimensions that one core iterates for
  /// each piece of work, parallel ones first, then reductions.
  llvm::SmallVector<int> distributedDims, sequentialDims;
  /// For each dimension: cores among which its blocks are distributed
  /// cyclically. Empty: no grid, pieces of work are distributed cyclically.
  llvm::SmallVector<int64_t> grid;
  /// The number of column blocks in a tile of the narrowest element type
  /// (TileArithmetic.h).
  int64_t columnBlocks = 1;
  /// Contractions: accumulators in registers, as a grid of tiles.
  int64_t accumulatorRows = 1, accumulatorCols = 1;
  /// For each loaded operand: buffers of its block, and whether one core of the
  /// grid loads it for all cores that use it.
  llvm::SmallVector<int64_t> loadBuffers;
  llvm::SmallVector<bool> multicasts;
  /// Buffers of each output's block.
  int64_t storeBuffers = 1;

  int64_t numWorkItems() const { return product(distributedDims); }
  /// Returns the most pieces of work that one core has.
  int64_t numRounds(int64_t cores) const;
  /// Returns the number of cores that have work.
  int64_t numUsedCores(int64_t cores) const;
  /// Returns the number of cores that use the same blocks of an operand.
  int64_t numSharers(const StridedOperand &operand) const;
  /// Returns the most blocks of a dimension that one core has, with a grid.
  int64_t ownBlocks(int dim) const {
    return llvm::divideCeil(count[dim], grid[dim]);
  }
  int64_t numSteps() const { return product(sequentialDims); }
  /// Returns the number of consecutive steps of a core that use the same block
  /// of an operand.
  int64_t stepsPerBlock(const StridedOperand &operand, int64_t cores) const;
  /// Returns the number of buffers of an operand's block without which loads
  /// do not overlap: two if a core uses several blocks.
  int64_t numLoadBuffers(const StridedOperand &operand, int64_t cores) const;
  /// Sets the buffers so that loads and stores overlap.
  void chooseBuffers(const FusionGroup &group, int64_t cores);
  /// Sets the multicasts: all for which there are semaphores.
  void chooseMulticasts(const FusionGroup &group,
                        const desc::VariantInfo &variant);
  /// Returns the number of consecutive steps that accumulate to one result.
  int64_t reductionSteps(const FusionGroup &group) const;
  int64_t blockOf(int dim) const { return dim < 0 ? 1 : block[dim]; }
  int64_t extentOf(const FusionGroup &group, int dim) const {
    return dim < 0 ? 1 : group.dims[dim].extent;
  }
  /// Returns the inner dimensions that are part of a tile dimension.
  llvm::ArrayRef<int> innerOf(int dim) const;
  bool isInner(int dim) const;
  /// Returns the inner dimension along which tiles continue in the next element
  /// (see above); -1: tiles end with those of dimension `dim`.
  int continuesAlong(int dim, const desc::VariantInfo &variant) const;
  /// Returns the elements of a block along a tile dimension, with those of its
  /// inner dimensions.
  int64_t spanOf(int dim) const;
  /// Returns the elements of all blocks along a tile dimension of tiles of
  /// `tile` elements.
  int64_t wholeSpan(const FusionGroup &group, int dim, int64_t tile) const;

private:
  int64_t product(llvm::ArrayRef<int> dims) const {
    int64_t result = 1;
    for (int dim : dims)
      result *= count[dim];
    return result;
  }
};

/// An operand that is loaded in blocks, with the dimensions of its tiles.
struct LoadedOperand {
  const StridedOperand *operand;
  ValueRole role;
  int rowDim, colDim;
};

/// Returns the dimensions of the tiles of an operand that no contraction of the
/// group multiplies.
inline TileDims getTileDims(const StridedOperand &operand,
                            const BlockPlan &plan) {
  return operand.tileDims.value_or(TileDims{plan.rows, plan.cols});
}

/// Returns whether the rows of an operand are columns of a contraction's
/// result. If tiles are not square, its last tile extends beyond the block.
inline bool isOfRhs(const StridedOperand &operand, int rowDim,
                    const BlockPlan &plan) {
  return rowDim >= 0 &&
         (operand.tileDims ? operand.tileDims->ofRhs : rowDim == plan.cols);
}

/// Returns the operands in the order inputs, epilogue inputs, init.
llvm::SmallVector<LoadedOperand> getLoadedOperands(const FusionGroup &group,
                                                   const BlockPlan &plan);

/// Returns the number of pieces of equal size in which the next block of an
/// operand is loaded, one in each of the last steps of the `period` that use
/// the block before, if `rows` of it can be divided. Blocks that several cores
/// receive leave them a step in which to release the buffer.
int64_t countPieces(int64_t rows, int64_t period, bool isShared);

/// Returns the semaphores of an operand's multicasts: one for its arrival, one
/// for the release of each buffer.
inline int64_t countSemaphores(int64_t buffers) { return 1 + buffers; }

/// Returns whether the accumulators of a contraction that takes several steps
/// are spilled to the block of its result, which becomes the result by that.
bool accumulatesInResult(const FusionGroup &group);

/// Returns the bytes of scratchpad available to buffers.
int64_t getScratchpadCapacity(const desc::VariantInfo &variant);

/// Returns the row pitch of a block in elements: a multiple of the tile width
/// such that the rows of a tile are in different banks.
int64_t getPitch(int64_t columns, unsigned elementBits,
                 const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKPLAN_H
