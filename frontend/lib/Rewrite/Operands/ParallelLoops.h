//===- ParallelLoops.h - loops that index all results -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kinds of loops. Linalg allows any loop to be called a reduction; later
// passes take a reduction for one that combines elements.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_PARALLELLOOPS_H
#define MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_PARALLELLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Makes loops of `linalg.generic` on tensors parallel that are an index of
/// each result.
void markParallelLoops(mlir::ModuleOp module);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_OPERANDS_PARALLELLOOPS_H
