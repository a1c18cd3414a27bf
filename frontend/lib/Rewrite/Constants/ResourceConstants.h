//===- ResourceConstants.h - constants in resources of the file -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants whose elements are in the resource section of the file. Upstream's
// translation takes only the elements that have the same bytes in LLVM IR.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_RESOURCECONSTANTS_H
#define MATRIX_FRONTEND_LIB_RESOURCECONSTANTS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Replaces resources of i1, which have a byte for each element, and of `index`
/// by dense constants.
void populateResourceConstantPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_RESOURCECONSTANTS_H
