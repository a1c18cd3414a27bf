//===- MatrixTileOps.h - classes of the tile operations ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the shards only: who works on tile operations uses TileOperation.h, and
// is then not compiled again when the description changes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_IR_MATRIXTILEOPS_H
#define MATRIX_LIB_DIALECT_MATRIX_IR_MATRIXTILEOPS_H

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixTileOps.h.inc"

#endif // MATRIX_LIB_DIALECT_MATRIX_IR_MATRIXTILEOPS_H
