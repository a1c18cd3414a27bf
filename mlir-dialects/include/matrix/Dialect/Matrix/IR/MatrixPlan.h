//===- MatrixPlan.h - plans of fusion groups --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ class of matrix.plan, the entry of a plan file. MatrixDialect.h has
// the attributes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_H
#define MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_H

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixPlanOp.h.inc"

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXPLAN_H
