//===- RegisterBlocks.h - tile registers of contractions --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register block is a grid of accumulators. Beside them, the registers hold
// one tile of each operand for each row and column, and what the epilogue of
// the register block before needs, if both overlap.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REGISTERBLOCKS_H
#define MATRIX_FRONTEND_LIB_REGISTERBLOCKS_H

#include "BlockPlan.h"

namespace matrix {

/// The instructions of an epilogue.
struct EpilogueCost {
  double cycles = 0;     ///< of one accumulator
  int64_t registers = 0; ///< beside the accumulators that it replaces
  double latency = 0;    ///< of the longest chain of its instructions
};

/// Selects the epilogue of a contraction: zero if it has none, all registers if
/// no instructions compute it.
EpilogueCost selectEpilogue(const FusionGroup &group, const BlockPlan &plan,
                            const desc::VariantInfo &variant);

/// Returns the largest number of accumulators of a register block: half of the
/// registers.
inline int64_t getMaxAccumulators(const desc::VariantInfo &variant) {
  return int64_t(variant.tileRegisters) / 2;
}

/// Returns the registers of accumulators and operands.
inline int64_t countRegisters(int64_t rows, int64_t cols) {
  return rows * cols + rows + cols;
}

/// Returns whether a contraction has registers for all operands of a register
/// block, so that they can be loaded during the products before. Reloaded
/// accumulators need no other ones: instructions read registers at issue.
bool haveRegisters(const BlockPlan &plan, const desc::VariantInfo &variant);

/// The elements of rows, columns and depth that register blocks cover.
struct RegisterBlockExtents {
  int64_t rows, cols, depth;
};

/// Returns the extents of a block of the plan.
RegisterBlockExtents getBlockExtents(const BlockPlan &plan);

/// Returns whether the extent of the blocks in a dimension of tiles is
/// constant: all blocks are complete, or there is one.
bool hasConstantExtent(const FusionGroup &group, const BlockPlan &plan,
                       int dim);

/// Returns the tiles that `extent` elements of depth have.
int64_t countDepthTiles(const FusionGroup &group, int64_t extent,
                        const desc::VariantInfo &variant);

/// Returns whether all blocks have the same number of tiles of depth.
bool haveEqualDepth(const FusionGroup &group, const BlockPlan &plan,
                    const desc::VariantInfo &variant);

/// Returns the number of register blocks.
int64_t countRegisterBlocks(const BlockPlan &plan,
                            const RegisterBlockExtents &extents,
                            const desc::VariantInfo &variant);

/// The register blocks whose code is one sequence, in each direction.
struct OrderedBlocks {
  int64_t rows = 1, cols = 1;

  int64_t count() const { return rows * cols; }
};

/// Returns the register blocks of a sequence that matrix-schedule-tiles orders:
/// epilogues and stores of some are beside products of others, whatever their
/// latencies. One: the depth is long, or the epilogue short, or registers are
/// missing, or a sequence would have too few register blocks. Their numbers
/// divide those of the block and of its first `partRows` rows (0: all), so that
/// no sequence ends early.
OrderedBlocks chooseOrdered(const FusionGroup &group, const BlockPlan &plan,
                            const EpilogueCost &epilogue, double product,
                            const RegisterBlockExtents &extents,
                            int64_t partRows, const desc::VariantInfo &variant);

/// Returns the tiles of depth during whose products the epilogue and the stores
/// of the register block before are executed (OverlappedProducts.h), given the
/// cycles of a product; 0 if register blocks do not overlap. An epilogue takes
/// as many tiles as it needs and, since more accumulators are live, registers
/// permit. It follows the products if much of it would not be beside products,
/// or if there are few register blocks, of which the last one overlaps with
/// nothing. Sequences that are ordered do not overlap in this way.
int64_t countOverlap(const FusionGroup &group, const BlockPlan &plan,
                     const EpilogueCost &epilogue, double product,
                     const RegisterBlockExtents &extents,
                     const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REGISTERBLOCKS_H
