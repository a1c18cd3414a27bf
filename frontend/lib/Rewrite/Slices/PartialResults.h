//===- PartialResults.h - results that keep elements of inits ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewriting of operations that write a part of their results. Without it,
// passes that take an unread init for uninitialized would lose the elements
// that the operation keeps. Shapes are static, possibly after the removal of
// casts.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_SLICES_PARTIALRESULTS_H
#define MATRIX_FRONTEND_LIB_REWRITE_SLICES_PARTIALRESULTS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Makes inits explicit whose elements remain in a result of a
/// `linalg.generic`, because its map does not cover the result, as that of a
/// column or of a diagonal. Upstream's patterns and bufferization take an init
/// that the body does not read for one without contents. The operation computes
/// a dense tensor, which `tensor.insert_slice`, or a loop of `tensor.insert`,
/// writes to the init. Shapes are static.
void populatePartialResultPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_SLICES_PARTIALRESULTS_H
