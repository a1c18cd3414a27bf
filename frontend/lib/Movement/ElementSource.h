//===- ElementSource.h - tensors that elements come from --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows elements of tensors, by affine expressions, to where they were
// computed: through reshapes, slices, transpositions and negations. Nothing is
// rewritten; the producers stay for other users.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ELEMENTSOURCE_H
#define MATRIX_FRONTEND_LIB_ELEMENTSOURCE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

namespace matrix {

/// Elements of a tensor by expressions of loops.
struct Elements {
  mlir::Value tensor;
  llvm::SmallVector<mlir::AffineExpr> indices;
  bool isNegated = false;
};

/// Follows a reshape without divisions of indices. Returns whether there is
/// one.
bool followReshape(Elements &elements);

/// Follows all producers that only move or negate elements.
Elements followToSource(Elements elements);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ELEMENTSOURCE_H
