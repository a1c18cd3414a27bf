//===- Accesses.h - reads, writes and broadcasts of lines -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matchers of vector operations that access 2-D blocks of memory or broadcast a
// line to a block. A match returns the place as memref, indices and dimensions,
// and appends the operations it covers to `steps`; the caller decides whether
// an instruction may replace them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_ACCESSES_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_ACCESSES_H

#include "Matching/Matcher.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Returns the 1-D vector that equals every row (column) of `value`, or null.
/// Appends the operations between them to `steps`.
mlir::Value matchRowBroadcast(mlir::Value value,
                              llvm::SmallVectorImpl<mlir::Operation *> &steps);
mlir::Value
matchColumnBroadcast(mlir::Value value,
                     llvm::SmallVectorImpl<mlir::Operation *> &steps);

/// Matches an in-bounds, unmasked read of a block whose rows are the rows of
/// `value`, or its columns if `transposed`.
std::optional<Access>
matchRead(mlir::Value value, bool transposed,
          llvm::SmallVectorImpl<mlir::Operation *> &steps);
/// Matches an in-bounds, unmasked write of a block. Returns the value written.
std::optional<std::pair<Access, mlir::Value>> matchWrite(mlir::Operation *op);

/// As above for row instructions: rows and columns may run along any dimensions
/// of the memref.
std::optional<Window>
matchWindow(mlir::Value value, bool transposed,
            llvm::SmallVectorImpl<mlir::Operation *> &steps);
std::optional<std::pair<Window, mlir::Value>>
matchWindowWrite(mlir::Operation *op);
/// Creates a memref of rank 2 that views the window.
mlir::Value createView(mlir::ImplicitLocOpBuilder &builder,
                       const Window &window, llvm::ArrayRef<int64_t> shape);

/// Returns whether the rows of a tile in that memref are contiguous.
bool hasContiguousRows(mlir::Value memref, const desc::VariantInfo &variant);
/// Returns whether the rows in that memref begin `bytes` after each other.
bool hasRowsApart(mlir::Value memref, int64_t bytes);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_ACCESSES_H
