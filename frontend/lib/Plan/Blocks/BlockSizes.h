//===- BlockSizes.h - bytes and extents of blocks ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The least extents of blocks and the bytes of their buffers in the scratchpad
// of a core. Searches for blocks and the verification of plans use the same
// sizes; emitters must not allocate more.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKSIZES_H
#define MATRIX_FRONTEND_LIB_BLOCKSIZES_H

#include "BlockPlan.h"

namespace matrix {

struct StagedImage;

/// Sizes of the blocks of a plan, whose tile dimensions and accumulators are
/// known.
class BlockSizes {
public:
  BlockSizes(const FusionGroup &group, const BlockPlan &plan,
             const desc::VariantInfo &variant)
      : group(group), plan(plan), variant(variant) {}

  /// Returns the minimum extent of a block: one tile, or one set of
  /// accumulators.
  int64_t minimumExtent(int dim) const;
  /// Returns the extent of a block of rows or columns whose tiles continue from
  /// one image row to the next; 0: they would not, or be no fewer.
  int64_t continuousExtent(int dim) const;
  /// Returns the bytes of all buffers of a core.
  int64_t footprint() const;
  /// Returns the bytes of one buffer of an operand's block.
  int64_t bufferBytes(const StridedOperand &operand, int rowDim, int colDim,
                      bool isOutput = false) const;

  /// Returns the column blocks of a tile of the narrowest operand that an
  /// epilogue reads, or of the initial value. With inner columns, they are of
  /// one image row, while those of results may be of several.
  int64_t countBlocksOfEpilogueTiles() const;

private:
  int64_t boxBytes(const StridedOperand &operand, int rowDim, int colDim,
                   bool isOutput) const;
  /// Returns the bytes of a transposed block.
  int64_t stagedBytes(const LoadedOperand &load) const;
  int64_t spillBytes() const;
  int64_t transposedBytes() const;
  int64_t stagedPositions(const StagedImage &image) const;
  int64_t columnBlockWidth() const { return variant.tileColumns(32); }

  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
};

/// Returns whether blocks of an input that is not in windows have its columns
/// as rows, from which tiles are read transposed.
bool hasTransposedBlock(const FusionGroup &group, const StridedOperand &operand,
                        int rowDim, int colDim);

/// Sets the blocks to the smallest ones, with whole windows.
void setSmallestBlocks(const FusionGroup &group,
                       const desc::VariantInfo &variant, BlockPlan &plan);

/// Sets the numbers of blocks by their extents.
void updateCounts(const FusionGroup &group, BlockPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKSIZES_H
