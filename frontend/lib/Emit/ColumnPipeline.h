//===- ColumnPipeline.h - loops over columns that overlap -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the tiles of a row whose iterations overlap: the tiles of the
// next iteration are loaded, and those of the one before are stored, between
// the computations of this one. An iteration has several positions side by
// side, so that operations do not wait for the results of others:
//
//   load iteration 0; compute it; load iteration 1
//   for iteration i:
//     for positions: compute i, store i - 1, load i + 1
//   store the last iteration
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COLUMNPIPELINE_H
#define MATRIX_FRONTEND_LIB_COLUMNPIPELINE_H

#include "BlockEmitter.h"

namespace matrix {

/// The callbacks are called in program order, and emit code at the builder's
/// position. They must outlive the object.
struct ColumnPipeline {
  using Builder = mlir::ImplicitLocOpBuilder;
  using Values = llvm::SmallVector<mlir::Value>;

  /// Columns of a position, and positions of an iteration.
  int64_t width, positions;
  /// Returns the tiles that the computation at a column needs.
  llvm::function_ref<TileLists(Builder &, mlir::Value col)> load;
  /// Returns the tiles to be stored, and replaces the carried values of its
  /// position.
  llvm::function_ref<TileLists(Builder &, mlir::Value col,
                               const TileLists &loaded, Values &carried)>
      compute;
  llvm::function_ref<void(Builder &, mlir::Value col, const TileLists &)> store;

  /// Emits the loop over `count` positions. `carried`: of each position of an
  /// iteration; replaced by the last ones. Returns false, and emits nothing,
  /// if there are too few positions to overlap.
  bool emit(Builder &builder, int64_t count,
            llvm::SmallVectorImpl<Values> &carried) const;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COLUMNPIPELINE_H
