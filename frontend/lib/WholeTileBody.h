//===- WholeTileBody.h - elementwise bodies on narrow tiles -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Narrow elements are usually computed with in 32 bits, one column block of a
// tile after the other (TileArithmetic.h). Where all of a body has one narrow
// element type and the target has instructions on it, whole tiles are computed
// with as they are.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WHOLETILEBODY_H
#define MATRIX_FRONTEND_LIB_WHOLETILEBODY_H

#include "BlockEmitter.h"

namespace matrix {

/// The operations of a body on whole tiles of their own element types.
class WholeTileArithmetic {
public:
  WholeTileArithmetic(mlir::OpBuilder &builder, mlir::Location loc,
                      const desc::VariantInfo &variant)
      : builder(builder), loc(loc), variant(variant) {}

  void set(mlir::Value scalar, mlir::Value tile) { values[scalar] = tile; }
  /// Null if the body mixes widths or does what has no form on tiles.
  mlir::Value get(mlir::Value scalar);

private:
  mlir::Value translate(mlir::Operation *op);
  mlir::Value translateRounded(mlir::Operation *truncate);
  mlir::Value create(mlir::Operation *like, mlir::ValueRange operands,
                     mlir::Type scalar);
  mlir::VectorType getType(mlir::Type scalar);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const desc::VariantInfo &variant;
  llvm::SmallVector<int64_t> shape; ///< of the tiles seen so far
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

/// Whether an elementwise group is computed on whole tiles: instructions can,
/// and take no longer than on parts.
bool computesWholeTiles(const GroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WHOLETILEBODY_H
