//===- Accesses.h - reads, writes and broadcasts of lines -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ACCESSES_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ACCESSES_H

#include "Matcher.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// The 1-D vector that is every row (column) of `value`; null if it isn't made
/// of one. `steps`: the operations between.
mlir::Value matchRowBroadcast(mlir::Value value,
                              llvm::SmallVectorImpl<mlir::Operation *> &steps);
mlir::Value
matchColumnBroadcast(mlir::Value value,
                     llvm::SmallVectorImpl<mlir::Operation *> &steps);

/// A read of a block, in bounds and without a mask, whose rows are the rows of
/// `value`; transposed: its columns.
std::optional<Access>
matchRead(mlir::Value value, bool transposed,
          llvm::SmallVectorImpl<mlir::Operation *> &steps);
/// The same for a write, with the value written.
std::optional<std::pair<Access, mlir::Value>> matchWrite(mlir::Operation *op);

/// The same for instructions on rows: along any dimensions of the memref.
std::optional<Window>
matchWindow(mlir::Value value, bool transposed,
            llvm::SmallVectorImpl<mlir::Operation *> &steps);
std::optional<std::pair<Window, mlir::Value>>
matchWindowWrite(mlir::Operation *op);
/// The window as a memref of rank 2.
mlir::Value createView(mlir::OpBuilder &builder, mlir::Location loc,
                       const Window &window, llvm::ArrayRef<int64_t> shape);

/// Whether the rows of a tile in that memref follow each other without a gap.
bool hasContiguousRows(mlir::Value memref, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ACCESSES_H
