//===- LegalizationPattern.h - patterns on illegal operations ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of patterns that rewrite one operation on tiles in terms of others.
// The base checks the type and that the instruction set of the target lacks the
// operation; a derived pattern only builds the replacement.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATIONPATTERN_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATIONPATTERN_H

#include "Legalization/Legalization.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// A rewrite pattern of `Op` on tiles that applies only if no instruction
/// performs the operation.
template <typename Op> struct Legalization : mlir::OpRewritePattern<Op> {
  Legalization(mlir::MLIRContext *context, const InstructionSet &set)
      : mlir::OpRewritePattern<Op>(context), set(set) {}

  mlir::LogicalResult
  matchAndRewrite(Op op, mlir::PatternRewriter &rewriter) const override {
    mlir::Operation *raw = op;
    auto type = mlir::dyn_cast<mlir::VectorType>(raw->getResult(0).getType());
    if (!type || !set.isTile(type))
      return rewriter.notifyMatchFailure(op, "the result is not a tile");
    if (set.has(Op::getOperationName(), type.getElementType()))
      return rewriter.notifyMatchFailure(op, "an instruction performs it");
    mlir::ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    mlir::Value result = rewrite(op, type, b);
    if (!result)
      return rewriter.notifyMatchFailure(
          op, "no expansion for these operands or this element type");
    rewriter.replaceOp(op, result);
    return mlir::success();
  }

  /// Returns null if the operation is not rewritten. The builder inserts before
  /// the operation, at its location.
  virtual mlir::Value rewrite(Op op, mlir::VectorType type,
                              mlir::ImplicitLocOpBuilder &b) const = 0;

  const InstructionSet &set;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATIONPATTERN_H
