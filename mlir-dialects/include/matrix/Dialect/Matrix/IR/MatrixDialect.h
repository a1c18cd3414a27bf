//===- MatrixDialect.h - dialect, attributes, types -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect class with its attributes and types. Operations of tile
// instructions have no C++ classes; they are accessed through the generated
// table (TileOperation.h, InstructionTable.h). MatrixSystemOps.h has the
// operations bound to roles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXDIALECT_H
#define MATRIX_DIALECT_MATRIX_IR_MATRIXDIALECT_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "mlir/IR/Types.h"

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h.inc"

#include "matrix/Dialect/Matrix/IR/MatrixEnums.h.inc"

namespace matrix {
namespace detail {
struct TargetAttrStorage;
} // namespace detail
} // namespace matrix

#define GET_ATTRDEF_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixAttributes.h.inc"

#define GET_TYPEDEF_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixTypes.h.inc"

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXDIALECT_H
