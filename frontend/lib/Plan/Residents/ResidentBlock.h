//===- ResidentBlock.h - blocks between launches ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that stays in the scratchpads between launches has one buffer in each
// core, `[outer][rows][columns]`: the rows that the core computes, of the whole
// tensor. Launches that write or read it give each core one block of the same
// rows. Their blocks of columns and of outer dimensions are parts of the
// buffer.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_RESIDENTBLOCK_H
#define MATRIX_FRONTEND_LIB_RESIDENTBLOCK_H

#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"

namespace matrix {

/// Extents of the buffer, in elements.
struct ResidentBlock {
  int64_t outer, rows, columns;
  /// The rows of the whole tensor.
  int64_t allRows;

  /// Returns whether the stride counts positions of `outer`.
  bool isOuter(int64_t stride) const { return stride >= outerStride(); }
  int64_t outerStride() const { return allRows * columns; }

  bool operator==(const ResidentBlock &other) const {
    return outer == other.outer && rows == other.rows &&
           columns == other.columns && allRows == other.allRows;
  }
};

/// The buffer of a resident value in a launch. Launches share a buffer if their
/// cores have the same rows of the value, not only as many.
struct ResidentLayout {
  ResidentBlock block;
  int64_t bytes;

  bool operator==(const ResidentLayout &other) const {
    return block == other.block && bytes == other.bytes;
  }
};

/// Returns the buffer of an operand whose tiles have rows `rowDim`.
ResidentBlock getResidentBlock(const StridedOperand &operand,
                               const BlockPlan &plan, int rowDim);

/// Returns whether a group, or the boundary of a chain, has resident values.
bool hasResidents(const FusionGroup &group);

/// Returns whether the plan divides the rows such that the resident values of a
/// group can be in the scratchpads of its cores.
bool fitsResidents(const FusionGroup &group, const BlockPlan &plan,
                   const desc::VariantInfo &variant, int64_t cores);

/// Returns the rows of each core that resident values require, whole tiles; 0:
/// none.
int64_t getResidentRows(const FusionGroup &group, const BlockPlan &plan,
                        const desc::VariantInfo &variant, int64_t cores);

/// Returns the buffers of the resident values that a launch accesses, by
/// number.
llvm::SmallVector<std::pair<int64_t, ResidentLayout>>
getResidentLayouts(const FusionGroup &group, const BlockPlan &plan,
                   const desc::VariantInfo &variant);

/// Assigns offsets to buffers, the same when launches are planned and when they
/// are expanded. Live ranges are in launches.
llvm::SmallVector<LiveBuffer>
placeResidents(llvm::ArrayRef<LiveBuffer> buffers);

/// Chooses accumulators of which whole register blocks fill the rows that a
/// core has of resident values.
void limitAccumulators(const FusionGroup &group,
                       const desc::VariantInfo &variant, int64_t cores,
                       BlockPlan &plan);

/// Returns the bytes of scratchpad for the buffers of a launch.
inline int64_t getCapacity(const FusionGroup &group,
                           const desc::VariantInfo &variant) {
  return getScratchpadCapacity(variant) - group.reservedBytes;
}

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_RESIDENTBLOCK_H
