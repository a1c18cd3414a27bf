//===- InitialValues.h - initial values of reductions -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Biases of convolutions and products are often written as initial values:
//
//   conv(x, w) outs(broadcast(bias))
//
// The patterns move such a value to an elementwise operation after the
// reduction, which is fused with its neighbors. Tensors that no elementwise
// operation computes remain initial accumulators, except those of depthwise
// convolutions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INITIALVALUES_H
#define MATRIX_FRONTEND_LIB_INITIALVALUES_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Combines initial values of reductions that are not constant with the results
/// instead: an elementwise operation, which reads a broadcast value where it
/// is. Floating-point sums only if `reassociate`.
void populateInitialValuePatterns(mlir::RewritePatternSet &patterns,
                                  bool reassociate);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INITIALVALUES_H
