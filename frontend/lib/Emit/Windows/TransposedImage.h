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
#include "Plan/Blocks/WindowReduction.h"

namespace matrix {

class TransposedImage {
public:
  TransposedImage(const OperandBlock &block, const FusionGroupContext &context,
                  const TapSchedule &schedule);

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

  //===--------------------------------------------------------------------===//
  // Rows of the image in buffers of their own
  //===--------------------------------------------------------------------===//

  /// Returns the rows that the windows of tiles below each other have.
  int64_t countRows() const { return rows; }
  int64_t countColumnTiles() const {
    return llvm::divideCeil(image.columns, tile);
  }
  /// Reads tile `columnTile` of row `imageRow` of the box, transposed.
  mlir::Value readBox(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                      mlir::Value rowTile, mlir::Value imageRow,
                      int64_t columnTile) const;
  void writeRow(mlir::ImplicitLocOpBuilder &builder, mlir::Value values,
                int64_t row, int64_t columnTile) const;
  /// Reads the tile that begins in a column.
  mlir::Value readRow(mlir::ImplicitLocOpBuilder &builder, int64_t row,
                      int64_t column) const;
  /// Stores and reads results at an element of the flat columns of the output.
  void writeResult(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                   mlir::Value element) const;
  mlir::Value readResult(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value element) const;
  /// Returns the row and the column of an offset in positions.
  std::pair<int64_t, int64_t> divide(int64_t offset) const {
    return {offset / image.columns, offset % image.columns};
  }
  llvm::ArrayRef<IndexDigit> getColumns() const { return image.cols; }
  /// Returns the columns of the image from one column of the result to the
  /// next.
  int64_t getStep() const { return image.cols.front().stride; }

private:
  void transposeRows(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                     mlir::Value rowTile, unsigned dim, mlir::Value element,
                     mlir::Value position) const;
  mlir::Value getView(mlir::ImplicitLocOpBuilder &builder, mlir::Value buffer,
                      mlir::Value position, int64_t step) const;

  const OperandBlock &block;
  const StagedImage &image;
  mlir::VectorType tileType;
  int64_t tile, rowTiles, rows, results;
  mlir::Value buffer, result;
  llvm::SmallVector<mlir::Value> rowBuffers;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TRANSPOSEDIMAGE_H
