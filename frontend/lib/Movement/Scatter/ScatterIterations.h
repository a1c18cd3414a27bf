//===- ScatterIterations.h - iterations of scatter loops --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops of a nest for a piece, with the body inside of them. A loop
// whose iterations access separate parts of the table becomes the innermost
// one, where they are interleaved; elsewhere, what precedes accesses to the
// table is.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERITERATIONS_H
#define MATRIX_FRONTEND_LIB_SCATTERITERATIONS_H

#include "ScatterCode.h"

namespace matrix {

class ScatterIterations {
public:
  using Builder = mlir::ImplicitLocOpBuilder;

  explicit ScatterIterations(ScatterCode &code);

  /// Emits all iterations of the piece.
  void emitAll(Builder &builder);
  /// Emits those of a block of the first loop, which is not divided. `first`:
  /// the first iteration whose operands are in the scratchpad.
  void emitBlock(Builder &builder, mlir::Value block, mlir::Value first);

private:
  using Loops = llvm::ArrayRef<mlir::scf::ForOp>;

  mlir::scf::ForOp getDivided() const;
  bool isSingle() const;
  int chooseInner() const;
  mlir::IRMapping startValues() const;
  mlir::Value getOnlyItem(Builder &builder) const;
  void emitLevel(Builder &builder, mlir::Value bound, bool isInner,
                 bool isParallel,
                 llvm::function_ref<void(Builder &, mlir::Value)> body);
  void emitLoops(Builder &builder, Loops loops, const Position &position,
                 mlir::IRMapping &values);
  void emitBody(Builder &builder, const Position &position,
                mlir::IRMapping &values);

  ScatterCode &code;
  /// Loops of which iterations remain, the one to be interleaved last.
  llvm::SmallVector<mlir::scf::ForOp> order;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERITERATIONS_H
