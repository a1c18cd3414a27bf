//===- RowUnits.h - products of vectors as products of matrices -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWUNITS_H
#define MATRIX_FRONTEND_LIB_ROWUNITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// If the only contraction among `ops` lacks rows or columns, as a product of a
/// matrix and a vector does: a copy of `ops`, producers first, in which it has
/// one. The last result then has a dimension of extent 1 more. Empty if nothing
/// is lacking, or something else stands in the way.
llvm::SmallVector<mlir::linalg::GenericOp>
addUnitDim(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

/// The same elements in another shape, which differs in unit dimensions.
mlir::Value reshapeUnits(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tensor, mlir::RankedTensorType type);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWUNITS_H
