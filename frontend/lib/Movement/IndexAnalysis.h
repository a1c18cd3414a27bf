//===- IndexAnalysis.h - integers as functions of loop indices --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic evaluation of integers in the bodies of Linalg operations. Tensors
// of indices are followed through the operations that compute them, so that an
// index becomes an affine expression (with floordiv and mod by constants) of
// the loops, or is unknown.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INDEXANALYSIS_H
#define MATRIX_FRONTEND_LIB_INDEXANALYSIS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"

namespace matrix {

class IndexAnalysis {
public:
  /// `extents` are the static extents of the loops, the dimensions of all
  /// expressions.
  IndexAnalysis(mlir::MLIRContext *context, llvm::ArrayRef<int64_t> extents)
      : context(context), extents(extents) {}

  /// Returns an integer in the body of `op` at the given loop indices; null if
  /// it is unknown.
  mlir::AffineExpr evaluate(mlir::Value value, mlir::linalg::LinalgOp op,
                            llvm::ArrayRef<mlir::AffineExpr> loops);

private:
  using Indices = llvm::SmallVector<mlir::AffineExpr>;
  struct Range {
    int64_t minimum, maximum;
  };

  mlir::AffineExpr evaluateElement(mlir::Value tensor, Indices indices);
  mlir::AffineExpr evaluateOperation(mlir::Operation *op,
                                     mlir::linalg::LinalgOp parent,
                                     llvm::ArrayRef<mlir::AffineExpr> loops);
  mlir::AffineExpr evaluateBinary(mlir::Operation *op, mlir::AffineExpr lhs,
                                  mlir::AffineExpr rhs);
  std::optional<bool> compare(mlir::Operation *op, mlir::AffineExpr lhs,
                              mlir::AffineExpr rhs);
  std::optional<Range> getRange(mlir::AffineExpr expr) const;
  static std::optional<Range> combine(mlir::AffineExprKind kind, Range lhs,
                                      Range rhs);
  /// Returns `expr` if a value of the type holds all its values, else null.
  mlir::AffineExpr ifFits(mlir::AffineExpr expr, mlir::Type type) const;

  mlir::MLIRContext *context;
  llvm::SmallVector<int64_t> extents;
  unsigned depth = 0;
};

/// Returns the value of an expression at loop indices.
int64_t evaluateAt(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> loops);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INDEXANALYSIS_H
