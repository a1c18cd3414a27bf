//===- ScalarOperands.h - scalars as tensors of rank 0 ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewriting of operations that use numbers from outside. Tiles load a
// number from memory to all of their elements; from a register they do not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SCALAROPERANDS_H
#define MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SCALAROPERANDS_H

#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Makes numbers that a `linalg.generic` on tensors has as inputs or captures,
/// other than constants and indices, inputs of rank 0.
void populateScalarOperandPatterns(mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_SCALAROPERANDS_H
