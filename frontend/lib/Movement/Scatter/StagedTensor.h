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
// first dimension.
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

class StagedTensor {
public:
  /// `memref`: the tensor in DRAM. `dim`: the divided dimension, or -1, of
  /// which a buffer has `width` indices. `block`: the indices of the first
  /// dimension that a buffer has, 0 if the tensor is not streamed.
  /// `hasTwoBuffers`: whether there are several blocks.
  StagedTensor(mlir::ImplicitLocOpBuilder &builder, mlir::Value memref,
               int64_t dim, int64_t width, int64_t block, bool hasTwoBuffers);

  /// Starts the transfer of a block, or of the whole tensor without one, from
  /// `memref` or, if that is null, from the tensor. `first`: the first index of
  /// the block.
  mlir::Value load(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                   const Piece &piece, mlir::Value block = {},
                   mlir::Value first = {}) const;
  /// Returns whether `fill` is possible: transfers fill rows of limited length.
  static bool canFill(mlir::RankedTensorType type, int64_t dim, int64_t width);
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

private:
  bool isDivided() const { return dim >= 0; }
  bool isStreamed() const { return block > 0; }
  /// Returns the rows of the tensor, its elements in one, and those of an index
  /// of the divided dimension.
  int64_t numRows() const;
  int64_t numColumns() const { return type.getNumElements() / numRows(); }
  int64_t numInner() const { return numColumns() / type.getDimSize(dim); }
  /// Returns rows of a divided tensor, or elements of another one, in a block.
  int64_t blockExtent() const;
  mlir::Value getView(mlir::ImplicitLocOpBuilder &, mlir::Value memref) const;
  mlir::Value getBuffer(mlir::ImplicitLocOpBuilder &, mlir::Value block) const;
  llvm::SmallVector<mlir::Value> getValid(mlir::ImplicitLocOpBuilder &,
                                          const Piece &piece) const;
  llvm::SmallVector<mlir::Value> locate(mlir::ImplicitLocOpBuilder &,
                                        mlir::ValueRange indices,
                                        const Position &position) const;

  mlir::Value memref, buffer;
  mlir::MemRefType type;
  int64_t dim, width, block;
  bool hasTwoBuffers;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDTENSOR_H
