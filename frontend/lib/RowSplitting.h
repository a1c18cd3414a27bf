//===- RowSplitting.h - operations end where rows are rounded ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWSPLITTING_H
#define MATRIX_FRONTEND_LIB_ROWSPLITTING_H

#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Cuts elementwise operations on results of contractions in two wherever they
/// round to a narrow float, so that what no instruction computes can stay
/// scalar alone: a contraction with its rounding is one instruction, say, but a
/// factor after it is none.
void splitAtRoundings(mlir::ModuleOp module);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWSPLITTING_H
