//===- UnfoldedWindows.h - reductions of unfolded windows -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fusion of an operation that copies overlapping windows of a tensor, and
// the reduction that reads them. Upstream's fusion rejects it, because no
// operand would have the extent of the window.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_WINDOWS_UNFOLDEDWINDOWS_H
#define MATRIX_FRONTEND_LIB_REWRITE_WINDOWS_UNFOLDEDWINDOWS_H

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"

namespace matrix {

/// Fuses a reduction with the operation that copies its windows, with an
/// operand of their extent that is not read, as those of `linalg.pooling_*`.
/// `mayFuse`: as for upstream's fusion.
void populateUnfoldedWindowPatterns(
    mlir::RewritePatternSet &patterns,
    const mlir::linalg::ControlFusionFn &mayFuse);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_WINDOWS_UNFOLDEDWINDOWS_H
