//===- OperandScaling.h - scaling of contraction operands -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite that moves constant factors of contraction results to an operand.
// It is a fallback for trees whose product with the constant has no
// instruction; the copy of the operations is tried like the original ones.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OPERANDSCALING_H
#define MATRIX_FRONTEND_LIB_OPERANDSCALING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// If the result of a contraction among `ops` is multiplied by a constant power
/// of two, possibly after conversions of floats, returns a copy of `ops`,
/// producers first, in which a separate scalar operation multiplies an operand
/// of the contraction instead. Returns an empty list if there is no such
/// factor.
llvm::SmallVector<mlir::linalg::GenericOp>
scaleOperand(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

/// Returns a constant factor of a contraction result that is not such a power
/// of two, if there is one.
std::optional<double>
findUnmovableFactor(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERANDSCALING_H
