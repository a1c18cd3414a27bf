//===- Casts.h - conversions between formats --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What (Cast F, x) of a meaning is in vector operations. Floats round to
// nearest even; integers saturate where they get narrower, and when they come
// from floats, where NaN gives 0; truth values become all ones.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CASTS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CASTS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// If `value` is such a conversion: what is converted, with the operations that
/// do it in `steps`. Null if it isn't. If `positive` is given, the program may
/// have a maximum with 0 among them, which sets it.
mlir::Value matchCast(const table::Format &from, const table::Format &to,
                      mlir::Value value,
                      llvm::SmallVectorImpl<mlir::Operation *> &steps,
                      bool *positive = nullptr);

/// Operations that convert the vector to elements of the type that `to` has.
mlir::Value buildCast(mlir::OpBuilder &builder, mlir::Location loc,
                      const table::Format &from, const table::Format &to,
                      mlir::Value value);

/// Whether constants clamp the integer to what the format holds.
bool isClamped(mlir::Value value, const table::Format &format);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_CASTS_H
