//===- ContinuousParts.h - parts between register blocks --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step whose register blocks overlap across its parts. Between two register
// blocks, the first step waits for the loads of the part that the next block
// begins, and the last step starts the stores of the part before that of the
// previous block.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CONTINUOUSPARTS_H
#define MATRIX_FRONTEND_LIB_CONTINUOUSPARTS_H

#include "BlockLoads.h"
#include "Emit/BlockEmitter.h"

namespace matrix {

class ContinuousParts {
public:
  /// Starts the stores of a piece of the rows and returns their tokens.
  using Store = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ImplicitLocOpBuilder &, const BlockPiece &)>;

  /// `index`: the number of the step. `isLast`: whether it is the last one.
  ContinuousParts(const FusionGroupContext &context, const BlockLoads &loads,
                  StepParts parts, mlir::Value index, mlir::Value isLast,
                  Store store)
      : rows(context.plan.blockOf(context.plan.rows)),
        rowDim(context.plan.rows), loads(loads), parts(parts), index(index),
        isLast(isLast), store(store) {}

  /// Computes a step and starts its stores. Returns the tokens of the last
  /// ones.
  llvm::SmallVector<mlir::Value> compute(mlir::ImplicitLocOpBuilder &b,
                                         BlockEmitter &emitter, BlockStep step,
                                         const BufferViews &views) const;

private:
  void emitBetween(mlir::ImplicitLocOpBuilder &b, TilePosition previous,
                   TilePosition next) const;
  /// Returns the part of the last valid row of a step, out of `count` parts.
  mlir::Value getLastPart(mlir::ImplicitLocOpBuilder &b, const BlockStep &step,
                          int64_t count) const;
  void waitForOthers(mlir::ImplicitLocOpBuilder &b,
                     const BlockStep &step) const;
  llvm::SmallVector<mlir::Value> storeOthers(mlir::ImplicitLocOpBuilder &b,
                                             const BlockStep &step) const;

  int64_t rows;
  int rowDim;
  const BlockLoads &loads;
  StepParts parts;
  mlir::Value index, isLast;
  Store store;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CONTINUOUSPARTS_H
