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
//   divided    rows of `width` columns, from that of the piece on
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

/// An iteration of the first loop.
struct Position {
  mlir::Value local; ///< its place in the buffer of its block
  mlir::Value block;
};

class StagedTensor {
public:
  /// `memref`: the tensor in DRAM. `width`: the columns of a piece, 0 if it is
  /// not divided. `block`: the indices of the first dimension that a buffer
  /// has, 0 if the tensor is not streamed. `hasTwoBuffers`: whether there are
  /// several blocks.
  StagedTensor(mlir::ImplicitLocOpBuilder &builder, mlir::Value memref,
               int64_t width, int64_t block, bool hasTwoBuffers);

  /// Starts the transfer of a block, or of the whole tensor without one, from
  /// `memref` or, if that is null, from the tensor. `column`: the first one of
  /// the piece. `first`: the first index of the block.
  mlir::Value load(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                   mlir::Value column, mlir::Value block = {},
                   mlir::Value first = {}) const;
  /// Returns whether `fill` is possible: transfers fill rows of limited length.
  static bool canFill(mlir::RankedTensorType type, int64_t width);
  /// Starts to set all elements. Nothing is read from `memref`.
  mlir::Value fill(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                   mlir::TypedAttr element) const;
  mlir::Value store(mlir::ImplicitLocOpBuilder &, mlir::Value memref,
                    mlir::Value column) const;

  /// Accesses an element. The last index is a column of the piece if the
  /// tensor is divided. Streamed tensors are read at `position`, whatever the
  /// first index.
  mlir::Value read(mlir::ImplicitLocOpBuilder &, mlir::ValueRange indices,
                   const Position &position) const;
  void write(mlir::ImplicitLocOpBuilder &, mlir::Value element,
             mlir::ValueRange indices) const;

private:
  bool isDivided() const { return width > 0; }
  bool isStreamed() const { return block > 0; }
  int64_t numRows() const;
  /// Returns rows of a divided tensor, or elements of another one, in a block.
  int64_t blockExtent() const;
  mlir::Value getView(mlir::ImplicitLocOpBuilder &, mlir::Value memref) const;
  mlir::Value getBuffer(mlir::ImplicitLocOpBuilder &, mlir::Value block) const;
  llvm::SmallVector<mlir::Value> locate(mlir::ImplicitLocOpBuilder &,
                                        mlir::ValueRange indices,
                                        mlir::Value buffer) const;

  mlir::Value memref, buffer;
  mlir::MemRefType type;
  int64_t width, block;
  bool hasTwoBuffers;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDTENSOR_H
