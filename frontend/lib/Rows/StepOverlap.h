//===- StepOverlap.h - steps that overlap -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The overlap of a step of a fusion tree with the next one. The method is
// software pipelining: the loop carries the operands that the iteration before
// has loaded. It applies to loops with constant bounds in which no store writes
// a buffer that these loads read.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STEPOVERLAP_H
#define MATRIX_FRONTEND_LIB_STEPOVERLAP_H

#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace matrix {

/// Overlaps the iterations of the loop around a pipelined loop over depth, if
/// it has one: the first operands of an iteration are loaded during the last
/// products of the one before, and results are stored beside them.
void overlapSteps(mlir::scf::ForOp depthLoop, const RowRates &rates);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STEPOVERLAP_H
