//===- Verification.h - verification of operations --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verification of operations against the instruction table, between the files
// that register the operations and those that verify them. The functions report
// errors at the operation; findInstructions reports nothing and returns an
// empty list if no instruction matches.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_IR_VERIFICATION_H
#define MATRIX_LIB_DIALECT_MATRIX_IR_VERIFICATION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// Returns the instructions with matching types that are available on the
/// target and, if the attribute `form` is present, have this form.
llvm::SmallVector<const table::Instruction *>
findInstructions(mlir::Operation *op);

mlir::LogicalResult verifyRowOperation(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_IR_VERIFICATION_H
