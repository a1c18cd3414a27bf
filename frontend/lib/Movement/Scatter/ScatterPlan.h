//===- ScatterPlan.h - division and blocks of scatter loops -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of the table, or the iterations of a loop that access different
// parts of it, are divided into pieces, which the cores take cyclically. A core
// has its piece of the table in the scratchpad during all iterations, and loads
// streamed operands in blocks of iterations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERPLAN_H
#define MATRIX_FRONTEND_LIB_SCATTERPLAN_H

#include "RowTiles.h"
#include "ScatterLoop.h"
#include "StagedTensor.h"
#include "matrix/Description/Variants.h"

namespace matrix {

struct ScatterPlan {
  std::optional<unsigned> loop; ///< of the nest, that is divided; else columns
  int64_t extent; ///< columns of the table, or its indices that the loop counts
  int64_t width;  ///< of a piece; the last one may have less
  int64_t block;  ///< iterations of the first loop whose operands are loaded
                  ///< together
  /// The dimension of the table from which on it is divided; -1: not at all.
  int64_t tableDim;
  double cycles; ///< predicted
  /// How tiles compute the columns of a piece; none: one by one.
  std::optional<RowTiles> tiles = std::nullopt;

  int64_t numPieces() const { return llvm::divideCeil(extent, width); }
};

/// Returns the plan with the fewest cycles that fits half of the scratchpad;
/// nothing if the loop takes fewer cycles without one, as with wide rows.
std::optional<ScatterPlan> planScatter(const ScatterLoop &loop,
                                       const desc::VariantInfo &variant,
                                       int64_t cores);

/// Returns whether blocks of the operand are loaded: each read is at the
/// counter of the first loop, whose iterations are not divided.
bool isStreamed(const ScatterLoop &loop, const ScatterOperand &operand,
                const ScatterPlan &plan);

/// Returns what a core has of the operand, or of the table.
StagedLayout getLayout(const ScatterLoop &loop, const ScatterOperand &operand,
                       const ScatterPlan &plan);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERPLAN_H
