//===- RowTiles.h - rows of scatter loops on tiles --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements of a row are adjacent, so that a tile takes as many of them as it
// has elements, in several of its rows: one of 16 x 16 takes 256 columns. A row
// of the table has whole tiles in the scratchpad. What a tile has behind the
// end of a row is computed as well, and is not part of the result.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWTILES_H
#define MATRIX_FRONTEND_LIB_ROWTILES_H

#include "ScatterLoop.h"
#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

struct RowTiles {
  const desc::VariantInfo *variant;
  mlir::VectorType type;
  int64_t together; ///< tiles of a row that registers have at once
  /// The cycles of a tile from its loads to its result, and those of the
  /// busiest pipe.
  int64_t latency, occupancy;

  int64_t numElements() const { return type.getNumElements(); }
  /// Returns the tiles of a row.
  int64_t countTiles(int64_t width) const;
  /// Returns the elements from one row of the table to the next one, and of
  /// other tensors, which are loaded from any element on.
  int64_t tablePitch(int64_t width) const;
  int64_t operandPitch(int64_t width) const;
  /// Predicts the update of a row.
  double countCycles(int64_t width) const;
};

/// Returns nothing if no instructions compute the rows, or elements of the
/// table are accessed one by one.
std::optional<RowTiles> findRowTiles(const ScatterLoop &loop,
                                     const desc::VariantInfo &variant);

/// Returns the tile of the row that is inserted. `load` returns tiles of the
/// rows that are read. Returns null if an operation has no tile form.
mlir::Value computeRowTile(
    mlir::ImplicitLocOpBuilder &builder, const desc::VariantInfo &variant,
    mlir::tensor::InsertSliceOp insert,
    llvm::function_ref<mlir::Value(mlir::tensor::ExtractSliceOp)> load);

/// Access a tile of adjacent elements, a view of its shape.
mlir::Value readRowTile(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Value memory);
void writeRowTile(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                  mlir::Value memory);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWTILES_H
