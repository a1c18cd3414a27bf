//===- FoldConstants.h - constant folding of math operations ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folding patterns for constants of any float format. matrix-legalize applies
// them with its cleanup patterns.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H
#define MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Folds math.sqrt and similar operations on constants of any float format: the
/// result is computed in double and rounded once. (Upstream folds only f32 and
/// f64, and only exact truncations.) Includes populatePowerPatterns.
void populateConstantFoldingPatterns(mlir::RewritePatternSet &patterns);

/// Returns whether a truncation has the rounding of the machine.
inline bool roundsToNearestEven(mlir::arith::TruncFOp op) {
  auto nearest = mlir::arith::RoundingMode::to_nearest_even;
  return op.getRoundingmode().value_or(nearest) == nearest;
}

/// Powers with small integral exponents become products; the exponents 0.5,
/// -0.5 and 0.75 become square roots.
void populatePowerPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H
