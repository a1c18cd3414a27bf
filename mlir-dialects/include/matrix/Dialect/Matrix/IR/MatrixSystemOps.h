//===- MatrixSystemOps.h - operations bound to roles ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ classes of DMA transfers, barriers, semaphores and core numbers. They
// are generated from MatrixSystemOps.td. The functions below define which
// element types and fill values a DMA transfer supports; verifiers, the
// lowering and the frontend share them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_H
#define MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_H

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h.inc"

namespace matrix {

/// Returns whether elements of that type have 1, 2, 4 or 8 bytes, which
/// `matrix.copy` and `matrix.fill` move.
bool isCopyableElement(mlir::Type type);

/// Returns whether `matrix.copy` and `matrix.fill` take memrefs of that type on
/// the target of `scope`.
bool isDramCopyable(mlir::Operation *scope, mlir::MemRefType type);

/// Returns the 32-bit fill pattern of a DMA transfer for elements of that value
/// (null: zero). None if a 64-bit value has different halves.
std::optional<uint32_t> getFillPattern(mlir::TypedAttr value);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_MATRIXSYSTEMOPS_H
