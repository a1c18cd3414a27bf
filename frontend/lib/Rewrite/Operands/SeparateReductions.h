//===- SeparateReductions.h - reductions with several results ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The division of reductions with several results, which tiles compute one by
// one. Results that depend on each other, as the index and the value of a
// maximum do, stay together.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SEPARATEREDUCTIONS_H
#define MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SEPARATEREDUCTIONS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Divides a `linalg.generic` with reduced dimensions and several results, none
/// of which depends on the accumulator of another, into one for each result.
void populateSeparateReductionPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SEPARATEREDUCTIONS_H
