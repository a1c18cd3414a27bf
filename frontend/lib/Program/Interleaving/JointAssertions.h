//===- JointAssertions.h - assertions of several iterations -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assertions of several copies of a body, one for each message: LLVM sinks
// a load behind the branches before its only use, so that of loads between
// assertions one at a time would be in flight. A bound that all copies share is
// compared with the largest or the smallest value, because LLVM divides
// conjunctions into branches, too.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_JOINTASSERTIONS_H
#define MATRIX_FRONTEND_LIB_JOINTASSERTIONS_H

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

class JointAssertions {
public:
  /// \param body the block that is copied.
  JointAssertions(mlir::Block *body, llvm::ArrayRef<mlir::IRMapping> copies)
      : body(body), copies(copies) {}

  /// Adds an assertion of the body, whose condition has been copied.
  void add(mlir::OpBuilder &builder, mlir::cf::AssertOp assertion);
  /// Emits the assertions that were added since the last call.
  void emit(mlir::OpBuilder &builder);

private:
  mlir::Value getLimited(mlir::OpBuilder &builder, mlir::Value condition) const;
  bool isShared(mlir::Value bound) const;

  mlir::Block *body;
  llvm::ArrayRef<mlir::IRMapping> copies;
  llvm::MapVector<mlir::StringAttr, mlir::Value> conditions; ///< by message
};

/// Returns whether an assertion may have to precede the operation, as that of
/// the divisor precedes a division: LLVM removes checks of what is undefined
/// otherwise. MLIR calls remainders speculatable.
bool needsAssertions(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_JOINTASSERTIONS_H
