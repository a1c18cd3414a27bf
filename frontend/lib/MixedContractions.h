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

/// Instructions multiply tiles of one type. Where operands of a contraction
/// differ, the narrow ones are widened to the type of the product before it.
void populateMixedContractionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MIXEDCONTRACTIONS_H
