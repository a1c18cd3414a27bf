//===- TruncatedSums.h - sums of which the low bits are used ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the rewrite of sums in 64 bits whose results are truncated. The low
// bits of sums, differences and products depend on the low bits of the operands
// only (arithmetic modulo 2^32), so that tiles, which have no elements of 64
// bits, add up products of integers as PyTorch defines them: in i64, truncated
// to the type of the operands.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TRUNCATEDSUMS_H
#define MATRIX_FRONTEND_LIB_TRUNCATEDSUMS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Computes sums and sums of products of extended integers in 32 bits if all
/// users truncate the results to as many or fewer.
void populateTruncatedSumPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TRUNCATEDSUMS_H
