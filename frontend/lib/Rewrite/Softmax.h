//===- Softmax.h - decomposition of linalg.softmax --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decomposition of softmax to linalg.generic, whose parts are then fused
// like other operations. The parts are the maximum, exp(x - max), the sum and
// the quotient along one dimension; narrow floats are computed in f32 and
// rounded once. Softmax of a dynamic shape is not decomposed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SOFTMAX_H
#define MATRIX_FRONTEND_LIB_SOFTMAX_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// exp(x - max x) divided by its sum. Upstream's decomposition initializes
/// maxnumf with NaN, for which there is no instruction; here the maximum is
/// maximumf with initial value -infinity. The results are equal, including NaN
/// inputs.
void populateSoftmaxPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SOFTMAX_H
