//===- MatrixLaunchOp.h - calls of fusion group functions -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ class of matrix.launch, which calls the function of a fusion group on
// tensors or buffers. The class is generated from MatrixLaunchOp.td. It has a
// header of its own, because no other operation of the dialect depends on the
// bufferization dialect.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_H
#define MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_H

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h.inc"

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXLAUNCHOP_H
