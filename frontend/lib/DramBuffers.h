//===- DramBuffers.h - tensors as memory in DRAM ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DRAMBUFFERS_H
#define MATRIX_FRONTEND_LIB_DRAMBUFFERS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace matrix {

mlir::MemRefType getDramType(mlir::Value tensor);

/// Where a tensor stands that is only read.
mlir::Value getDramBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value tensor);

/// New memory for a result.
mlir::Value allocateDram(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor);

/// What was written to that memory takes the result's place.
void replaceByDram(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value result, mlir::Value memory);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DRAMBUFFERS_H
