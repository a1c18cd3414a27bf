//===- NarrowSums.h - sums of narrow integers -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the rewrite of sums whose results fit fewer bits than they have.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_NARROWSUMS_H
#define MATRIX_FRONTEND_LIB_NARROWSUMS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Computes sums of extended integers, such as counts of truth values, in 32
/// bits if they cannot overflow, and extends the results.
void populateNarrowSumPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_NARROWSUMS_H
