//===- FoldConstants.h - constants that upstream does not fold -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H
#define MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// math.sqrt and its like of a constant in any float format: evaluated in
/// double, rounded once. (Upstream folds f32 and f64 only, and only truncations
/// that lose nothing.) Also powers with a
/// small whole exponent, which become products.
void populateConstantFoldingPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FOLDCONSTANTS_H
