//===- MixedContractions.h - operands of one type ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H
#define MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Most instructions multiply tiles of one type. Where none multiplies those of
/// a contraction, its operands are widened before it: to the narrowest type
/// that has the numbers of both and that instructions multiply, else, where
/// they differ, to the type of the product.
void populateMixedContractionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H
