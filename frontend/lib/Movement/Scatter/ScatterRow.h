//===- ScatterRow.h - rows of scatter loops ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the update of a row: a loop over the columns of the piece, for all
// operations on rows. No column depends on another one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERROW_H
#define MATRIX_FRONTEND_LIB_SCATTERROW_H

#include "ScatterCode.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace matrix {

/// Emits all operations on rows of the body where it inserts one. `values` has
/// the scalars of the body.
void emitScatterRow(ScatterCode &code, mlir::ImplicitLocOpBuilder &builder,
                    mlir::tensor::InsertSliceOp insert,
                    const Position &position, mlir::IRMapping &values);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERROW_H
