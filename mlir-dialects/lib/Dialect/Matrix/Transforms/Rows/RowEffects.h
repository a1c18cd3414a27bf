//===- RowEffects.h - memory effects of row code ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an operation may write a memref. Row instructions write the memrefs
// that the instruction table declares as written; all other operations are
// judged by alias analysis.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWEFFECTS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWEFFECTS_H

#include "mlir/Analysis/AliasAnalysis.h"
#include "mlir/IR/Operation.h"

namespace matrix {

/// Returns whether `op` or an operation in its regions may write `memref`.
/// Allocations do not count as writes.
bool mayWrite(mlir::Operation *op, mlir::Value memref,
              mlir::AliasAnalysis &aliases);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWEFFECTS_H
