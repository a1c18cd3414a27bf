//===- WideReductions.h - reductions of narrow integers ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the rewrite of reductions into integers of fewer than 32 bits, such
// as pooling of i8. Accumulators of tiles have 32 bits. Extrema are the same in
// both widths; sums and products are the same modulo 2^n.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WIDEREDUCTIONS_H
#define MATRIX_FRONTEND_LIB_WIDEREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Reduces in 32 bits, and truncates the results. Operands of products are
/// extended, so that sums of products of i8 are contractions.
void populateWideReductionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WIDEREDUCTIONS_H
