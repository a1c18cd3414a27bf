//===- FusionControl.h - which operations are fused -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Control functions of upstream's patterns of elementwise fusion and of reshape
// propagation. The patterns call them for each candidate; they change nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONCONTROL_H
#define MATRIX_FRONTEND_LIB_FUSIONCONTROL_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Returns whether the producer of an operand is fused with its user, on
/// variants with or without row instructions.
bool mayFuse(mlir::OpOperand *operand, bool hasRows);

/// Returns whether the reshape that produces or uses an operand is moved.
bool mayMoveReshape(mlir::OpOperand *operand);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONCONTROL_H
