//===- ElementArithmetic.h - operations on known elements -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates scalar operations at compile time. Integers, indices and floats are
// bit patterns as wide as their type.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ELEMENTARITHMETIC_H
#define MATRIX_FRONTEND_LIB_ELEMENTARITHMETIC_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace matrix {

/// Returns the bits of an element of the type.
unsigned getElementBits(mlir::Type type);

/// Returns the only result of an operation; none if it does not fold, as where
/// it is undefined.
std::optional<llvm::APInt> evaluateElement(mlir::Operation *op,
                                           llvm::ArrayRef<llvm::APInt> x);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ELEMENTARITHMETIC_H
