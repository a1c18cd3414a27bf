//===- RowRouting.h - tensors that only contractions can place --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWROUTING_H
#define MATRIX_FRONTEND_LIB_ROWROUTING_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// If `ops` take exponentials of a tensor of narrow floats, and use it for
/// nothing else: a copy of those from there on, producers first, in which that
/// tensor comes from a contraction with the unit matrix. Empty if there's no
/// such tensor.
llvm::SmallVector<mlir::linalg::GenericOp>
routeThroughContraction(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWROUTING_H
