//===- ScatterPlan.h - division and blocks of scatter loops -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of the table are divided into pieces, which the cores take
// cyclically. A core has its piece of the table in the scratchpad during all
// iterations, and loads streamed operands in blocks of iterations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERPLAN_H
#define MATRIX_FRONTEND_LIB_SCATTERPLAN_H

#include "ScatterLoop.h"
#include "matrix/Description/Variants.h"

namespace matrix {

struct ScatterPlan {
  int64_t pieces; ///< of the columns; 1 if the loop is not divisible
  int64_t width;  ///< columns of a piece
  int64_t block;  ///< iterations of the first loop whose operands are loaded
                  ///< together
  /// Columns of the rows by which the table is transferred; 0 if it is
  /// transferred whole.
  int64_t tableWidth;
  double cycles; ///< predicted
};

/// Returns the plan with the fewest cycles that fits half of the scratchpad;
/// nothing if the loop takes fewer cycles without one, as with wide rows.
std::optional<ScatterPlan> planScatter(const ScatterLoop &loop,
                                       const desc::VariantInfo &variant,
                                       int64_t cores);

/// Returns the number of elements of a tensor in one iteration of the first
/// loop if it is streamed, else of the whole tensor.
int64_t countElements(const ScatterOperand &operand);

/// Returns whether a piece has some columns of the operand instead of all
/// elements.
inline bool isDivided(const ScatterOperand &operand, const ScatterPlan &plan) {
  return operand.hasRows && plan.pieces > 1;
}

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERPLAN_H
