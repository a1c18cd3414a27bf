//===- Softmax.h - decomposition of linalg.softmax -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SOFTMAX_H
#define MATRIX_FRONTEND_LIB_SOFTMAX_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// exp(x - max x) / sum of it. Upstream's own decomposition seeds maxnumf with
/// a NaN, for which there is no instruction; here the maximum is maximumf,
/// seeded with -inf: the result is the same, NaN inputs included.
void populateSoftmaxPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SOFTMAX_H
