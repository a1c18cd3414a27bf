//===- SelectedExtrema.h - bounds by comparisons ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Activations are often written as comparisons with a constant, and selections.
// The patterns replace both by one maximumf or minimumf, which is one
// instruction on tiles. They apply to targets without row instructions only
// (Legalize.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SELECTEDEXTREMA_H
#define MATRIX_FRONTEND_LIB_SELECTEDEXTREMA_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// A selection between x and a constant c by a comparison of both becomes
/// maximumf or minimumf, if these are the same for all x: NaN is selected if it
/// is x, and of zeros with different signs the one of maximumf or minimumf.
void populateSelectedExtremumPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SELECTEDEXTREMA_H
