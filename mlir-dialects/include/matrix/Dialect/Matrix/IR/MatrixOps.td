//===- MatrixOps.td - operations defined by ODS ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All definitions of ODS, for the documentation of the dialect. The operations
// of instructions are registered from the generated table instead.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXOPS_TD
#define MATRIX_DIALECT_MATRIX_IR_MATRIXOPS_TD

include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.td"
include "matrix/Dialect/Matrix/IR/MatrixPlan.td"
include "matrix/Dialect/Matrix/IR/MatrixSystemOps.td"

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXOPS_TD
