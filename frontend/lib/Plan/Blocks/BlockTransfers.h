//===- BlockTransfers.h - cycles of transfers of blocks ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cycles in which DRAM transfers the blocks of a contraction, for its cost
// function (BlockCost.h). All cores that have work are assumed to transfer at
// the same time.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKTRANSFERS_H
#define MATRIX_FRONTEND_LIB_BLOCKTRANSFERS_H

#include "BlockPlan.h"

namespace matrix {

/// An estimate of the code that starts a transfer: the words of its descriptor
/// and their addresses, in cycles of one instruction each.
inline constexpr double kTransferStart = 32;

class BlockTransfers {
public:
  BlockTransfers(const FusionGroup &group, const BlockPlan &plan,
                 const desc::VariantInfo &variant, int64_t cores)
      : group(group), plan(plan), variant(variant),
        loaders(double(plan.numUsedCores(cores))) {}

  /// Returns the cycles in which DRAM transfers a block, beside the other
  /// cores.
  double getCycles(const StridedOperand &operand, int rowDim, int colDim,
                   bool isOutput = false) const;
  /// Returns the cycles of the transfers of a block of results: of the results,
  /// and of what the epilogue loads.
  double getResultCycles() const;
  /// Returns whether loads of the second step would delay first blocks of other
  /// cores: one multicasts blocks, while all load blocks of their own. As long
  /// as DRAM limits the loop, given the cycles in which a step computes, the
  /// delay costs nothing.
  bool awaitsFirst(int64_t cores, double compute) const;
  /// Returns the rows of a block that transfers of pieces divide.
  int64_t getDivisibleRows(const StridedOperand &operand, int rowDim) const;
  /// Returns whether the rows of tiles are columns in memory.
  bool isTransposed(const StridedOperand &operand, int rowDim) const;

private:
  double countLines(const StridedOperand &operand, int64_t rowBytes) const;
  /// Returns the lines of a row of a block along a contiguous dimension, or
  /// their average over the blocks.
  double countRowLines(const StridedOperand &operand, int dim) const;
  bool isAverage(int dim) const;
  double getTransferCycles(const StridedOperand &operand, double lines) const;
  double extent(const StridedOperand &operand, int dim) const;

  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  double loaders; ///< cores that use blocks of an operand
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKTRANSFERS_H
