//===- Powers.h - powers with constant exponents ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expansion of powers into products, divisions and square roots, for
// scalars and vectors alike. Integral powers are computed by repeated squaring,
// in the order of upstream's expansion, so that both round equally. Square
// roots are corrected at -0 and -infinity, where they differ from powers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_POWERS_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_POWERS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Emits x^exponent for a float or a vector of floats. Exponents are integers
/// up to 16 in magnitude, 0.5, -0.5 and 0.75; returns null for others.
mlir::Value expandPower(
    mlir::ImplicitLocOpBuilder &builder, mlir::Value x, double exponent,
    mlir::arith::FastMathFlags flags = mlir::arith::FastMathFlags::none);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_POWERS_H
