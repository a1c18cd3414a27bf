//===- MixedContractions.h - mixed operand types ----------------*- C++ -*-===//
//-*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that unify the operand types of contractions. An operand is
// converted by an operation of its own before the contraction, to a type in
// which its values are exact, so that the products are unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H
#define MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Most instructions multiply tiles of one type. If none multiplies those of a
/// contraction, its operands are widened before it: to the narrowest type that
/// represents both exactly and that instructions multiply, otherwise, if the
/// types differ, to the type of the product.
void populateMixedContractionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H
