//===- NarrowSums.h - sums of narrow integers -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the rewrite of sums whose results fit fewer bits than they have.
// Tiles have no 64-bit elements, so that a sum in i64 would be scalar code. A
// sum of n terms of b bits is narrowed if b + log2(n) < 31, so that no partial
// sum overflows.
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
