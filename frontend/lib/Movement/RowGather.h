//===- RowGather.h - gathers of rows ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Linalg operation on buffers that copies rows of a table, whose numbers its
// body computes from other tensors. The inner loops run over a row, which is
// contiguous in the table and in the result:
//
//   result[i, j, k] = table[f(i, j), k]
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWGATHER_H
#define MATRIX_FRONTEND_LIB_ROWGATHER_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

struct RowGather {
  mlir::linalg::GenericOp op;
  mlir::memref::LoadOp element; ///< of the table
  int64_t rowDims = 0;          ///< inner loops, which run over a row

  /// Buffers for the rows of a step. The next loads write that of the store
  /// before the last one.
  static constexpr int64_t kBuffers = 3;

  int64_t numRows() const;
  int64_t rowElements() const;
  int64_t rowBytes() const;
  /// Returns the bytes from row to row of a buffer in the scratchpad, whole
  /// lines.
  int64_t pitchBytes() const;
  /// Returns the rows whose buffers fit half of the scratchpad, up to a bound
  /// on the code; 0 if no row fits.
  int64_t rowsPerStep() const;
  /// Returns the cycles of a core: its engine executes one transfer at a time.
  double cycles(const desc::VariantInfo &variant, int64_t cores) const;
  /// Returns the indices in the table that select a row.
  mlir::ValueRange rowIndices() const {
    mlir::memref::LoadOp load = element;
    return load.getIndices().drop_back(rowDims);
  }
};

/// Returns the gather that an operation with independent iterations is; none if
/// it is another one, or has rows that are short or do not fit the scratchpad.
std::optional<RowGather> matchRowGather(mlir::linalg::LinalgOp op);

/// Returns the bytes of the longest rows of which a step gathers as many as its
/// code can; 0 if the target has no DMA.
int64_t getMaxGatheredRowBytes(mlir::Operation *op);

/// Replaces the operation by DMA transfers, several of which are in flight.
/// Rows are divided over `cores` cores.
void emitRowGather(const RowGather &gather, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWGATHER_H
