//===- OperationRates.h - rates of scalar operations ---------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rates of the operations in bodies, for minimum work and for the costs of
// chains. Transcendentals and other operations have rates of their own;
// conversions, comparisons and constants are not counted.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OPERATIONRATES_H
#define MATRIX_FRONTEND_LIB_OPERATIONRATES_H

#include "mlir/IR/Operation.h"

namespace matrix {

/// Returns whether the operation has the rate of transcendentals.
bool hasTranscendentalRate(mlir::Operation &op);

/// Returns whether the operation is not counted. Comparisons are part of the
/// selections that use them; operations on constants fold.
bool hasNoCost(mlir::Operation &op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERATIONRATES_H
