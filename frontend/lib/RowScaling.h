//===- RowScaling.h - factors of products go to an operand ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWSCALING_H
#define MATRIX_FRONTEND_LIB_ROWSCALING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// If a result of a contraction among `ops` is multiplied by a constant power
/// of two (conversions of floats may lie between): a copy of `ops`, producers
/// first, in which an operand of that contraction is multiplied instead, by an
/// operation of its own that stays scalar. Empty if there is no such factor.
llvm::SmallVector<mlir::linalg::GenericOp>
scaleOperand(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

/// A constant by which a result of a contraction among `ops` is multiplied,
/// and which is no such power of two.
std::optional<double>
findOddFactor(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWSCALING_H
