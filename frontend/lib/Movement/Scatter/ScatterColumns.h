//===- ScatterColumns.h - operations on columns of rows ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The condition under which an operation on rows of a scatter loop is computed
// column by column. The columns of a piece then need no others.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERCOLUMNS_H
#define MATRIX_FRONTEND_LIB_SCATTERCOLUMNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Returns whether the operation computes a row of `columns` elements, each of
/// them from the elements in the same column of its operands alone.
bool computesColumns(mlir::linalg::GenericOp op, int64_t columns);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERCOLUMNS_H
