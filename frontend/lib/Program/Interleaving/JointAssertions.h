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

#include "mlir/IR/IRMapping.h"

namespace matrix {

/// Clones the operations of a body, except those that `isLeftOut`, once for
/// each of `copies`, which map its arguments: each operation for all copies
/// before the next one. Assertions become joint ones, as late as possible.
void cloneJointly(mlir::OpBuilder &builder, mlir::Block *body,
                  llvm::MutableArrayRef<mlir::IRMapping> copies,
                  llvm::function_ref<bool(mlir::Operation &)> isLeftOut);

/// Returns whether an assertion may have to precede the operation, as that of
/// the divisor precedes a division: LLVM removes checks of what is undefined
/// otherwise. MLIR calls remainders speculatable.
bool needsAssertions(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_JOINTASSERTIONS_H
