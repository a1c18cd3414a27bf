//===- ScaledShifts.h - shifts and scales by vectors ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rewrite for the normalization of batches, which shifts and scales each
// channel by vectors. The vectors are combined before the elements are
// computed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCALEDSHIFTS_H
#define MATRIX_FRONTEND_LIB_SCALEDSHIFTS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// (x - m) * s * g + b becomes fma(x, a, b - m * a) with a = s * g, if m, s, g
/// and b are f32 and have fewer dimensions than x, as in the normalization of
/// batches: one operation for each element instead of four, and two vectors.
/// It reassociates; docs/contracts.md has the bound.
void populateScaledShiftPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCALEDSHIFTS_H
