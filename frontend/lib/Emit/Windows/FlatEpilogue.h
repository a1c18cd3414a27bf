//===- FlatEpilogue.h - epilogues in the buffer of results ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The epilogue of a reduction over windows in a loop of its own, because its
// operands would take registers of the vectors that windows share. Its tiles
// follow each other in the buffer of the result, across the ends of image rows,
// so that each element is in one of them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FLATEPILOGUE_H
#define MATRIX_FRONTEND_LIB_FLATEPILOGUE_H

#include "WindowCombinations.h"

namespace matrix {

class FlatEpilogue : public WindowCombinations {
public:
  using WindowCombinations::WindowCombinations;

protected:
  /// Replaces the results of a line by those of the epilogue.
  void emitEpilogue(Builder &b, const BufferViews &views,
                    const Line &line) const;

private:
  /// Returns whether results are in the buffer of a transposed image.
  bool readsTransposed() const { return image && image->countRows() > 0; }
  void emitUnrolled(Builder &b, const BufferViews &views, const Line &line,
                    int64_t number) const;
  mlir::Value countTiles(Builder &b, const Line &line) const;
  BufferViews readVectors(Builder &b, BufferViews views,
                          const Line &line) const;
  BufferViews getFlatViews(Builder &b, const BufferViews &views,
                           mlir::Value tile) const;
  TilePosition getFlatStart(Builder &b, const Line &line) const;
  llvm::SmallVector<mlir::Value> read(Builder &b, const BufferViews &views,
                                      const Line &line, mlir::Value first,
                                      int64_t number) const;
  void emitBodies(Builder &b, const BufferViews &views, const Line &line,
                  llvm::ArrayRef<mlir::Value> results, mlir::Value first,
                  int64_t number) const;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FLATEPILOGUE_H
