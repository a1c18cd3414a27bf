//===- WholeTileArithmetic.h - bodies on narrow tiles -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Narrow elements are usually computed in 32 bits, one column block of a tile
// after the other (TileArithmetic.h). If all of a body has one narrow element
// type and the target has instructions on this type, whole tiles are computed
// directly.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WHOLETILEARITHMETIC_H
#define MATRIX_FRONTEND_LIB_WHOLETILEARITHMETIC_H

#include "BlockEmitter.h"

namespace matrix {

/// Translates the operations of a body to whole tiles of their element types.
class WholeTileArithmetic {
public:
  WholeTileArithmetic(mlir::ImplicitLocOpBuilder &builder,
                      const desc::VariantInfo &variant)
      : builder(builder), variant(variant) {}

  void set(mlir::Value scalar, mlir::Value tile) { values[scalar] = tile; }
  /// Returns null if the body mixes widths or has operations without a tile
  /// form.
  mlir::Value get(mlir::Value scalar);

private:
  mlir::Value translate(mlir::Operation *op);
  mlir::Value translateRounded(mlir::Operation *truncate);
  mlir::Value create(mlir::Operation *like, mlir::ValueRange operands,
                     mlir::Type scalar);
  mlir::VectorType getType(mlir::Type scalar);

  mlir::ImplicitLocOpBuilder &builder;
  const desc::VariantInfo &variant;
  llvm::SmallVector<int64_t> shape; ///< shape of the tiles seen so far
  llvm::DenseMap<mlir::Value, mlir::Value> values;
};

/// Returns whether an elementwise group is computed on whole tiles:
/// instructions exist and take no more cycles than on column blocks.
bool computesWholeTiles(const FusionGroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WHOLETILEARITHMETIC_H
