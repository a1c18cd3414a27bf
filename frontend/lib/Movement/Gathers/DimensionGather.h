//===- DimensionGather.h - a gather along one dimension ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emission of gathers along one dimension of a tensor, as slices or as
// gathers of rows. Constant indices are first factored into a slice; other
// indices select rows in a linalg.generic, which RowGather.h transfers by DMA.
// A null result leaves the gather to the caller.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DIMENSIONGATHER_H
#define MATRIX_FRONTEND_LIB_DIMENSIONGATHER_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Returns the elements of the tensor at these indices in dimension `dim`; null
/// if they do not form a slice, and rows of them exceed the scratchpad or the
/// target has no DMA.
mlir::Value gatherDimension(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value tensor, int64_t dim,
                            llvm::ArrayRef<int64_t> indices);

/// The same with indices that are elements of a tensor<Nxi64>.
mlir::Value gatherDimension(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value tensor, int64_t dim,
                            mlir::Value indices);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DIMENSIONGATHER_H
