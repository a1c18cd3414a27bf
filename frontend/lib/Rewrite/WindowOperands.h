//===- WindowOperands.h - memory order of convolutions ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the transposition of operands of convolutions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H
#define MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Transposes operands of a contraction with windows, such as a filter whose
/// window is innermost, so that tile loads can read them (WindowRoles.h). Does
/// nothing if they can already, or if no transposition helps.
void transposeWindowOperands(mlir::RewriterBase &rewriter,
                             mlir::linalg::GenericOp op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWOPERANDS_H
