//===- RowSelection.h - accelerators whose operands are rows ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From vector code to instructions that name rows of memories, and what may be
// known of them before.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

bool hasRowInstructions(const desc::VariantInfo &variant);

/// Fixed: min == max.
struct RowExtent {
  int64_t min, max;
  bool contains(int64_t extent) const { return min <= extent && extent <= max; }
};

/// c[m][n] += a[m][k] * b[k][n], however the operands lie in memory.
struct RowContraction {
  RowExtent m, n, k;
  bool accumulates; ///< may go on from a value of the same shape
};

/// Contractions that instructions of the variant do on operands of these
/// element types, accumulating in `acc`.
llvm::SmallVector<RowContraction>
getRowContractions(mlir::Type lhs, mlir::Type rhs, mlir::Type acc,
                   const desc::VariantInfo &variant);

/// Replaces all vector code of rank 2 by operations on rows: selects, finds a
/// home for each value, inserts configuration and assigns rows. An error where
/// something can't be done; the function is then of no use any more.
mlir::LogicalResult selectRows(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H
