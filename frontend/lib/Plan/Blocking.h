//===- Blocking.h - block sizes of fusion groups ----------------*- C++ -*-===//
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
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKING_H
#define MATRIX_FRONTEND_LIB_BLOCKING_H

#include "Access/FusionGroup.h"
#include "matrix/Description/Variants.h"

namespace matrix {

struct BlockPlan {
  // Tile dimensions; -1 if the group has none.
  int rows = -1, cols = -1, depth = -1;
  /// For each dimension: elements of a block, number of blocks.
  llvm::SmallVector<int64_t> block, count;
  /// distributedDims: parallel dimensions that are distributed to the cores,
  /// outermost first. sequentialDims: dimensions that one core iterates for
  /// each piece of work, parallel ones first, then reductions.
  llvm::SmallVector<int> distributedDims, sequentialDims;
  /// The number of column blocks in a tile of the narrowest element type
  /// (TileArithmetic.h).
  int64_t columnBlocks = 1;
  /// Contractions: accumulators in registers, as a grid of tiles.
  int64_t accumulatorRows = 1, accumulatorCols = 1;

  int64_t numWorkItems() const { return product(distributedDims); }
  int64_t numSteps() const { return product(sequentialDims); }
  /// Returns the number of consecutive steps that accumulate to one result.
  int64_t reductionSteps(const FusionGroup &group) const;
  int64_t blockOf(int dim) const { return dim < 0 ? 1 : block[dim]; }
  int64_t extentOf(const FusionGroup &group, int dim) const {
    return dim < 0 ? 1 : group.dims[dim].extent;
  }

private:
  int64_t product(llvm::ArrayRef<int> dims) const {
    int64_t result = 1;
    for (int dim : dims)
      result *= count[dim];
    return result;
  }
};

/// Reshapes the iteration space of the group for tiles and divides it into
/// blocks that fit the scratchpad. On failure, `failures` receives the required
/// and available sizes.
mlir::FailureOr<BlockPlan> planBlocks(FusionGroup &group,
                                      const desc::VariantInfo &variant,
                                      int64_t cores,
                                      MatchFailureRecorder &failures);

/// Returns the bytes of scratchpad available to buffers.
int64_t getScratchpadCapacity(const desc::VariantInfo &variant);

/// Returns the row pitch of a block in elements: a multiple of the tile width
/// such that the rows of a tile are in different banks.
int64_t getPitch(int64_t columns, unsigned elementBits,
                 const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKING_H
