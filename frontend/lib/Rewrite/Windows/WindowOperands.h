//===- WindowOperands.h - memory order of convolutions ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The transposition of operands of convolutions, in DRAM, where no
// transposition in the scratchpad suffices. The depth of the contraction
// becomes the innermost dimension of the smaller operand, else of the larger
// one, else of both, whichever makes all operands readable first.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H
#define MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Transposes operands of contractions with windows, such as filters whose
/// window is innermost, so that tile loads can read them (DimensionRoles.h).
/// Constants are transposed at once. Operands that can be read already, or that
/// no transposition helps, remain.
mlir::LogicalResult transposeWindowOperands(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H
