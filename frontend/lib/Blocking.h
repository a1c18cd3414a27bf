//===- Blocking.h - which blocks a group is cut into ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Up to three dimensions of the iteration space lie in tiles: rows, columns,
// and the depth of a contraction. They are cut into blocks of whole tiles; all
// other dimensions go in steps of one. Blocks of parallel dimensions are
// independent work for the cores; blocks of reduction dimensions follow one
// another on one core.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKING_H
#define MATRIX_FRONTEND_LIB_BLOCKING_H

#include "Group.h"
#include "matrix/Description/Variants.h"

namespace matrix {

struct BlockPlan {
  // Dimensions that lie in tiles, -1 where the group has none.
  int rows = -1, cols = -1, depth = -1;
  /// Per dimension: elements in a block, number of blocks.
  llvm::SmallVector<int64_t> block, count;
  /// Parallel dimensions cut over the cores, outermost first; and what one core
  /// runs through for each piece: parallel dimensions, then reductions.
  llvm::SmallVector<int> workDims, innerDims;
  /// Columns that the narrowest type involved needs for a whole tile, in parts
  /// (see TileArithmetic.h).
  int64_t parts = 1;
  /// Contractions: accumulators in registers, tiles by tiles.
  int64_t registerRows = 1, registerCols = 1;

  int64_t work() const { return product(workDims); }
  int64_t steps() const { return product(innerDims); }
  /// Consecutive steps that add to the same result.
  int64_t reductionSteps(const Group &group) const;
  int64_t blockOf(int dim) const { return dim < 0 ? 1 : block[dim]; }
  int64_t extentOf(const Group &group, int dim) const {
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

/// Reshapes the group's iteration space for tiles and cuts it into blocks that
/// fit the scratchpad. Failure leaves the figures in `why`.
mlir::FailureOr<BlockPlan> planBlocks(Group &group,
                                      const desc::VariantInfo &variant,
                                      int64_t cores, std::string &why);

/// Bytes of scratchpad that buffers may use in all.
int64_t getScratchpadCapacity(const desc::VariantInfo &variant);

/// Elements from one row of a block to the next: whole tiles, and not so that
/// the rows of a tile meet in the same bank.
int64_t getPitch(int64_t columns, unsigned elementBits,
                 const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKING_H
