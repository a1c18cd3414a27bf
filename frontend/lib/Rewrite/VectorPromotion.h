//===- VectorPromotion.h - matrix-vector products ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite of matrix-vector products to matrix products, for targets whose
// contraction instructions have rows and columns. The operations are copied,
// not modified, so that a caller can try both forms; it reshapes the last
// result and replaces the originals.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_VECTORPROMOTION_H
#define MATRIX_FRONTEND_LIB_VECTORPROMOTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// If the only contraction among `ops` lacks rows or columns, as matrix-vector
/// products do, returns a copy of `ops`, producers first, in which it has one.
/// The last result then has an additional dimension of extent 1. Returns an
/// empty list if nothing is lacking or the rewrite does not apply.
llvm::SmallVector<mlir::linalg::GenericOp>
promoteVectorProduct(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

/// Reshapes the tensor to a type that differs only in unit dimensions.
mlir::Value reshapeUnitDims(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value tensor, mlir::RankedTensorType type);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_VECTORPROMOTION_H
