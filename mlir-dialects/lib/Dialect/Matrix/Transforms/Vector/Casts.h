//===- Casts.h - conversions between formats --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The vector operations that implement (Cast F, x). Floats round to nearest
// even. Integers saturate when narrowed and when converted from floats, where
// NaN gives 0. Truth values become all ones.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_CASTS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_CASTS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Matches `value` as a conversion. Returns the converted value, or null, and
/// appends the operations of the conversion to `steps`. If `positive` is given,
/// a maximum with 0 may occur among them, which sets it.
mlir::Value matchCast(const table::Format &from, const table::Format &to,
                      mlir::Value value,
                      llvm::SmallVectorImpl<mlir::Operation *> &steps,
                      bool *positive = nullptr);

/// Converts the vector to the element type of `to`.
mlir::Value buildCast(mlir::ImplicitLocOpBuilder &builder,
                      const table::Format &from, const table::Format &to,
                      mlir::Value value);

/// Returns whether constants clamp the integer to the range of the format.
bool isClamped(mlir::Value value, const table::Format &format);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_VECTOR_CASTS_H
