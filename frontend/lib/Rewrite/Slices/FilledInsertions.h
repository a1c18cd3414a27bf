//===- FilledInsertions.h - insertions into fills as pads -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that is inserted into a fill is a pad, which windows read without a
// copy, and which is stored once otherwise. The padding is the constant of the
// fill; the insertion must have static shapes and offsets, and unit strides.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FILLEDINSERTIONS_H
#define MATRIX_FRONTEND_LIB_FILLEDINSERTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Replaces insertions at constant positions into fills by pads.
void populateFilledInsertionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FILLEDINSERTIONS_H
