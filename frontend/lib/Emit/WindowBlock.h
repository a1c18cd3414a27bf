//===- WindowBlock.h - boxes of operands in the scratchpad ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code of a box of an operand (WindowLayout.h): its buffers, transfers, and
// accesses to its tiles. Positions of buffers are in bytes, pitches and strides
// in elements.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWBLOCK_H
#define MATRIX_FRONTEND_LIB_WINDOWBLOCK_H

#include "BlockStep.h"
#include "Plan/Windows/TranspositionSchedule.h"

namespace matrix {

/// Returns the offset of the element with that number.
mlir::Value getOffset(IndexMath &math, mlir::Value number,
                      llvm::ArrayRef<IndexDigit> digits);

/// Returns a dense view of the bytes from `start` on.
mlir::Value getView(mlir::ImplicitLocOpBuilder &builder, mlir::Value bytes,
                    mlir::Value start, llvm::ArrayRef<int64_t> shape,
                    mlir::Type element);

class WindowBlock {
public:
  /// `padding`: of elements beyond the edges of the tensor; null: zero.
  WindowBlock(WindowLayout layout, mlir::VectorType tileType,
              mlir::TypedAttr padding)
      : layout(std::move(layout)), tileType(tileType), padding(padding) {}

  const WindowLayout &getLayout() const { return layout; }
  void allocate(mlir::ImplicitLocOpBuilder &builder, int64_t numBuffers);
  /// Returns the first byte of one of the buffers.
  mlir::Value getBufferView(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value bufferIndex) const;
  /// Returns the first byte of the tiles of one of the buffers.
  mlir::Value getTilesView(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value bufferIndex) const;

  /// Transposes the box at byte `view` to where its tiles are read
  /// (Windows/TransposedBlock.cpp).
  void transpose(mlir::ImplicitLocOpBuilder &builder, mlir::Value view) const;

  /// As above, the tiles that precede the products.
  void transposeFirst(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                      const TranspositionSchedule &schedule) const;
  /// Reads a tile of the box by its number, and writes it transposed.
  mlir::Value readStaged(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                         mlir::Value number, int64_t part) const;
  void writeStaged(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                   mlir::Value number, int64_t part) const;

  /// Starts the transfer between the tensor in `memory` and the buffer at byte
  /// `view`, and returns its token.
  mlir::Value load(mlir::ImplicitLocOpBuilder &builder, mlir::Value memory,
                   const BlockStep &step, mlir::Value view,
                   mlir::Value receivers, mlir::Value semaphore) const;
  mlir::Value store(mlir::ImplicitLocOpBuilder &builder, mlir::Value memory,
                    const BlockStep &step, mlir::Value view) const;
  /// As above, of a piece of the block along loop `dim`.
  mlir::Value store(mlir::ImplicitLocOpBuilder &builder, mlir::Value memory,
                    const BlockStep &step, mlir::Value view, int dim,
                    const BlockPiece &piece) const;
  /// Returns whether blocks of `extent` elements of loop `dim` have pieces.
  bool canStorePieces(int dim, int64_t extent, int64_t count) const;

  /// Returns the buffer shifted by an element of the inner dimensions of the
  /// depth, so that tiles of it are read at the same rows and columns.
  mlir::Value getTapView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                         llvm::ArrayRef<mlir::Value> tap) const;

  /// Reads a tile whose rows are taps, and whose columns are rows of the block.
  mlir::Value readTapRows(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          int64_t tap, mlir::Value row) const;

  /// Returns the buffer shifted by a number of rows or columns, of which no
  /// other digit than those of the number changes.
  mlir::Value getShiftedView(mlir::ImplicitLocOpBuilder &builder,
                             mlir::Value view, bool alongRows,
                             int64_t elements) const;

  /// Returns the buffer shifted by a number of rows or columns that follow each
  /// other at the distance of the first two.
  mlir::Value getFlatView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          bool alongRows, mlir::Value number) const;

  /// Returns the matrix of tiles from an element of the box on whose rows are
  /// `pitch` elements apart.
  mlir::Value getRowsView(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                          mlir::Value element, int64_t pitch) const;

  /// Accesses the tile whose first element has these numbers in the block.
  /// If it is transposed, it is read as it is stored with `isStored`.
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                   mlir::Value row, mlir::Value col, bool isStored) const;
  void write(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
             mlir::Value tile, mlir::Value row, mlir::Value col) const;

private:
  int64_t elementBytes() const {
    return int64_t(tileType.getElementTypeBitWidth()) / 8;
  }
  mlir::Value getTensorView(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value memory, const BlockStep &step) const;
  llvm::SmallVector<mlir::Value> getStarts(mlir::ImplicitLocOpBuilder &builder,
                                           const BlockStep &step) const;
  mlir::Value getBox(mlir::ImplicitLocOpBuilder &builder,
                     mlir::Value view) const;
  mlir::Value getStart(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                       mlir::Value row, mlir::Value col) const;
  mlir::Value getTile(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                      mlir::Value row, mlir::Value col) const;
  mlir::Value readVector(mlir::ImplicitLocOpBuilder &builder, mlir::Value view,
                         mlir::Value row, mlir::Value col) const;
  bool isComplete() const;
  /// Returns the dimension of the box that the loop indexes; -1: none, or
  /// several.
  int findDim(int loop) const;
  void allocateTransposed(mlir::ImplicitLocOpBuilder &builder);
  void pack(mlir::ImplicitLocOpBuilder &builder) const;

  WindowLayout layout;
  mlir::VectorType tileType;
  mlir::TypedAttr padding;
  mlir::Value buffers;
  mlir::Value transposed; ///< the box, if it is
  mlir::Value tiles;      ///< where tiles are read
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWBLOCK_H
