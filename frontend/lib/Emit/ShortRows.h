//===- ShortRows.h - rows of few tiles side by side ----------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile code of several rows of tiles without loops. Loads do not pass stores
// that precede them in the program; so they precede them: the tiles of a
// position are loaded while earlier ones are computed, and stored when later
// ones are.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SHORTROWS_H
#define MATRIX_FRONTEND_LIB_SHORTROWS_H

#include "BlockEmitter.h"

namespace matrix {

struct ShortRows {
  using Builder = mlir::ImplicitLocOpBuilder;

  int64_t tilesOfRow; ///< iterations over its columns
  int64_t ahead, behind;
  /// Positions are numbered by rows.
  llvm::function_ref<void(int64_t number)> load, compute, store;

  /// Returns the rows of tiles that are computed side by side, of `rows`, if
  /// the variant has `tileRegisters`.
  static int64_t countSideBySide(int64_t tilesOfRow, int64_t rows,
                                 int64_t tileRegisters);
  /// Emits the positions of `rows` rows of tiles.
  void emit(int64_t rows) const;
};

/// Iterates over rows of tiles of `height` elements from `first` to `end`,
/// `number` at a time, then over the rest.
void emitRowLoop(mlir::ImplicitLocOpBuilder &builder, mlir::Value first,
                 mlir::Value end, int64_t height, int64_t number,
                 llvm::function_ref<void(mlir::ImplicitLocOpBuilder &,
                                         mlir::Value row, int64_t number)>
                     body);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SHORTROWS_H
