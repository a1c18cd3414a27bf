//===- OperationRates.h - rates of scalar operations ---------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tells how fast instructions compute an operation of a body.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OPERATIONRATES_H
#define MATRIX_FRONTEND_LIB_OPERATIONRATES_H

#include "mlir/IR/Operation.h"

namespace matrix {

/// Returns whether the operation has the rate of transcendentals.
bool hasTranscendentalRate(mlir::Operation &op);

/// Comparisons are part of the selections that use them.
bool hasNoCost(mlir::Operation &op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERATIONRATES_H
