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

#include "matrix/Description/Variants.h"
#include "mlir/IR/Operation.h"

namespace matrix {

/// Returns whether the operation has the rate of transcendentals.
bool hasTranscendentalRate(mlir::Operation &op);

/// Returns whether the operation is not counted. Comparisons are part of the
/// selections that use them; operations on constants fold.
bool hasNoCost(mlir::Operation &op);

/// Returns the cycles of an operation for all elements of a tile of 32 bits.
double getTileCycles(mlir::Operation &op, const desc::VariantInfo &variant);
/// Returns the sum over the operations of a body.
double getTileCycles(mlir::Block &body, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERATIONRATES_H
