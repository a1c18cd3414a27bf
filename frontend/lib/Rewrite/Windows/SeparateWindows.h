//===- SeparateWindows.h - windows that do not overlap ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution whose windows cover an image of few channels without overlap,
// as the patches of a vision transformer, is a product of matrices: the image
// is rearranged such that the elements of a window are adjacent, as they are in
// a filter [f][c][h][w], which is not moved.
//
//   [c][y * h][x * w]  ->  [y][x][c * h * w]
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SEPARATEWINDOWS_H
#define MATRIX_FRONTEND_LIB_SEPARATEWINDOWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Replaces a contraction of the elements of windows, inputs `image` and
/// `filter`, by a product. Returns failure, and changes nothing, if windows
/// overlap or leave out elements, or the filter has another order.
llvm::LogicalResult separateWindows(mlir::RewriterBase &rewriter,
                                    mlir::linalg::GenericOp op, unsigned image,
                                    unsigned filter);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SEPARATEWINDOWS_H
