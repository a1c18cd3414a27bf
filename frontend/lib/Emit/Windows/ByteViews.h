//===- ByteViews.h - tiles in buffers of bytes ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to tiles in a buffer of bytes, by the byte of their first element
// and the distance of their lines. Transpositions within the scratchpad consist
// of these two.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BYTEVIEWS_H
#define MATRIX_FRONTEND_LIB_BYTEVIEWS_H

#include "Emit/WindowBlock.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

/// Reads a tile whose columns, from byte `start` on, are `pitch` elements
/// apart.
inline mlir::Value readTransposed(mlir::ImplicitLocOpBuilder &b,
                                  mlir::VectorType type, mlir::Value bytes,
                                  mlir::Value start, int64_t pitch) {
  mlir::Type element = type.getElementType();
  mlir::Value matrix =
      getView(b, bytes, start, {type.getDimSize(1), pitch}, element);
  mlir::Value zero = IndexMath(b).constant(0);
  mlir::Value padding =
      mlir::arith::ConstantOp::create(b, b.getZeroAttr(element));
  return mlir::vector::TransferReadOp::create(
      b, type, matrix, mlir::ValueRange{zero, zero}, padding,
      mlir::AffineMap::getPermutationMap(llvm::ArrayRef<unsigned>{1, 0},
                                         b.getContext()),
      llvm::ArrayRef<bool>{true, true});
}

/// Writes a tile whose rows, from byte `start` on, are `pitch` elements apart.
inline void writeTile(mlir::ImplicitLocOpBuilder &b, mlir::Value tile,
                      mlir::Value bytes, mlir::Value start, int64_t pitch) {
  auto type = llvm::cast<mlir::VectorType>(tile.getType());
  mlir::Value matrix = getView(b, bytes, start, {type.getDimSize(0), pitch},
                               type.getElementType());
  mlir::Value zero = IndexMath(b).constant(0);
  mlir::vector::TransferWriteOp::create(b, tile, matrix,
                                        mlir::ValueRange{zero, zero},
                                        llvm::ArrayRef<bool>{true, true});
}

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BYTEVIEWS_H
