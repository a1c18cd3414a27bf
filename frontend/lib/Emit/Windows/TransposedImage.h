//===- TransposedImage.h - images with contiguous rows ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile loads have no steps along contiguous elements. An image [channel][y][x]
// over which windows move in steps along x is transposed in the scratchpad, for
// each tile of channels to [y][x][channel], where x is a dimension of any
// stride. Its tiles have the columns of the result as rows, and so have the
// accumulators, which are transposed back by a store and a load.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TRANSPOSEDIMAGE_H
#define MATRIX_FRONTEND_LIB_TRANSPOSEDIMAGE_H

#include "Emit/BlockEmitter.h"

namespace matrix {

class TransposedImage {
public:
  TransposedImage(const OperandBlock &block, const BlockPlan &plan);

  void allocate(mlir::ImplicitLocOpBuilder &builder);
  /// Transposes the block in the buffer at byte `view`.
  void transpose(mlir::ImplicitLocOpBuilder &builder, mlir::Value view) const;
  /// Reads the tile of a tap that is `rows` and `cols`, whole tiles within a
  /// row of the image, from that position of the result.
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder,
                   llvm::ArrayRef<mlir::Value> tap, TilePosition position,
                   int64_t rows, int64_t cols) const;
  /// Returns the transposed accumulator.
  mlir::Value transposeResult(mlir::ImplicitLocOpBuilder &builder,
                              mlir::Value tile) const;

private:
  void transposeRows(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                     mlir::Value rowTile, unsigned dim, mlir::Value element,
                     mlir::Value position) const;
  mlir::Value getView(mlir::ImplicitLocOpBuilder &builder, mlir::Value position,
                      int64_t step) const;

  const OperandBlock &block;
  const StagedImage &image;
  mlir::VectorType tileType;
  int64_t tile, rowTiles;
  mlir::Value buffer, result;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TRANSPOSEDIMAGE_H
