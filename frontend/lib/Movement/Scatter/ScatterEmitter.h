//===- ScatterEmitter.h - code of scatter loops -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the body of a function that executes a scatter loop in scratchpads. Its
// arguments are the buffers of the operands, that of the table before the loop
// unless all its elements are `fill`, the scalars, and the buffer of the
// result.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTEREMITTER_H
#define MATRIX_FRONTEND_LIB_SCATTEREMITTER_H

#include "ScatterPlan.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// `fill` is null if the table has contents. The code of all cores ends with a
/// barrier.
void emitScatter(mlir::ImplicitLocOpBuilder &builder, const ScatterLoop &loop,
                 const ScatterPlan &plan, mlir::TypedAttr fill,
                 mlir::ValueRange arguments, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTEREMITTER_H
