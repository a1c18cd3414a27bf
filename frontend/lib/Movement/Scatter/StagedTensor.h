//===- StagedTensor.h - tensors of scatter loops in scratchpads -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer in the scratchpad of each core, of [buffers][rows][columns]:
//
//   divided    some indices of one dimension: rows are numbered by the
//              dimensions before it, columns by it and those behind it
//   otherwise  one row of all elements, which one transfer moves
//
// Streamed tensors of several blocks have two buffers, each for a block of the
// first dimension. Rows that are accessed as tiles have a pitch, and are
// followed by what the last tile has behind them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGEDTENSOR_H
#define MATRIX_FRONTEND_LIB_STAGEDTENSOR_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// A piece of the indices of divided dimensions.
struct Piece {
  mlir::Value first;
  int64_t end = 0; ///< of all pieces
};

/// An iteration.
struct Position {
  mlir::Value local; ///< that of the first loop: its place in the block
  mlir::Value block;
  mlir::Value item; ///< index of divided dimensions in the piece; null: the
                    ///< piece is the only one
};

/// What a buffer has of a tensor.
struct StagedLayout {
  int64_t dim = -1;  ///< the divided dimension, or -1
  int64_t width = 0; ///< the indices of it
  int64_t block = 0; ///< those of the first dimension; 0: it is not streamed
  bool hasTwoBuffers = false; ///< whether there are several blocks
  int64_t pitch = 0; ///< elements from one row to the next one; 0: its elements
  int64_t tile = 0;  ///< elements that are read from the start of a row on

  /// Returns [buffers][rows][columns].
  llvm::SmallVector<int64_t> getShape(mlir::ShapedType type) const;
  /// Returns the rows and columns of a block, of those that exist.
  int64_t numRows(mlir::ShapedType type) const;
  int64_t numColumns(mlir::ShapedType type) const;
};

class StagedTensor {
public:
  /// `memref`: the tensor in DRAM.
  StagedTensor(mlir::ImplicitLocOpBuilder &builder, mlir::Value memref,
               const StagedLayout &layout);

  /// Starts the transfer of a block, or of the whole tensor without one, from
  /// `memref` or, if that is null, from the tensor. `first`: the first index of
  /// the block.
  mlir::Value load(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                   const Piece &piece, mlir::Value block = {},
                   mlir::Value first = {}) const;
  /// Returns whether `fill` is possible: transfers fill rows of limited length.
  static bool canFill(mlir::RankedTensorType type, const StagedLayout &layout);
  /// Starts to set all elements. Nothing is read from `memref`.
  mlir::Value fill(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                   mlir::TypedAttr element) const;
  mlir::Value store(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                    const Piece &piece) const;

  /// Accesses an element. Of a divided tensor, it is at `position`, whatever
  /// the index of the divided dimension; of a streamed one, whatever the first
  /// index.
  mlir::Value read(mlir::ImplicitLocOpBuilder &, mlir::ValueRange indices,
                   const Position &position) const;
  void write(mlir::ImplicitLocOpBuilder &, mlir::Value element,
             mlir::ValueRange indices, const Position &position) const;

  /// Returns a view of this shape of a tile, from column `first` of a row on,
  /// whatever the last index.
  mlir::Value getTile(mlir::ImplicitLocOpBuilder &, mlir::ValueRange indices,
                      const Position &position, mlir::Value first,
                      llvm::ArrayRef<int64_t> shape) const;

private:
  bool isDivided() const { return layout.dim >= 0; }
  bool isStreamed() const { return layout.block > 0; }
  /// Returns the elements of an index of the divided dimension in each row.
  int64_t numInner() const;
  mlir::Value getView(mlir::ImplicitLocOpBuilder &, mlir::Value memref) const;
  mlir::Value getBuffer(mlir::ImplicitLocOpBuilder &, mlir::Value block) const;
  llvm::SmallVector<mlir::Value> getStart(mlir::ImplicitLocOpBuilder &,
                                          const Piece &piece,
                                          mlir::Value first) const;
  llvm::SmallVector<mlir::Value> getValid(mlir::ImplicitLocOpBuilder &,
                                          const Piece &piece) const;
  llvm::SmallVector<mlir::Value> locate(mlir::ImplicitLocOpBuilder &,
                                        mlir::ValueRange indices,
                                        const Position &position) const;

  mlir::Value memref, buffer;
  mlir::MemRefType type;
  StagedLayout layout;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDTENSOR_H
