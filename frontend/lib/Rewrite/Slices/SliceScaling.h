//===- SliceScaling.h - constant factors of slices --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The move of constant factors of slices to the operation that computes all of
// them, so that slices are read in place. Each element is multiplied by the
// same constant in the same type as before, or by 1, so that results are equal.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SLICESCALING_H
#define MATRIX_FRONTEND_LIB_SLICESCALING_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Multiplies results of products by a vector with the factors of their slices,
/// where operations only multiply slices by constants, such as queries and keys
/// of an attention. All other elements are multiplied by 1, which is exact.
void scaleInProducts(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SLICESCALING_H
