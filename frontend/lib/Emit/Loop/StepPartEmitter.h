//===- StepPartEmitter.h - steps in parts -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first and the last step of a loop may be computed in parts of equal
// numbers of rows: the first one while rows of the left operand arrive, the
// last one while rows of the results are stored. All steps are one loop over
// parts, which has one iteration in the other steps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STEPPARTEMITTER_H
#define MATRIX_FRONTEND_LIB_STEPPARTEMITTER_H

#include "BlockLoads.h"
#include "Emit/BlockEmitter.h"

namespace matrix {

/// Returns the parts that the emitter prefers, if the blocks can be divided,
/// and divides the first loads.
StepParts chooseParts(const FusionGroupContext &context,
                      const BlockEmitter &emitter, BlockLoads &loads,
                      int64_t cores);

struct StepPartEmitter {
  const FusionGroupContext &context;
  BlockEmitter &emitter;
  const BlockLoads &loads;
  const StepBlocks &steps;
  StepParts parts;

  /// Computes a step and starts its stores, from buffers of this index. Returns
  /// the tokens of the last ones.
  llvm::SmallVector<mlir::Value> compute(mlir::ImplicitLocOpBuilder &b,
                                         const BlockStep &step,
                                         const BufferViews &views,
                                         mlir::Value index,
                                         mlir::Value bufferIndex) const;

private:
  mlir::Value isLast(mlir::ImplicitLocOpBuilder &b, mlir::Value index) const;
  /// Returns a part of a step, which is divided or whole.
  BlockStep getPart(mlir::ImplicitLocOpBuilder &b, const BlockStep &step,
                    mlir::Value part, mlir::Value isDivided) const;
  llvm::SmallVector<mlir::Value> store(mlir::ImplicitLocOpBuilder &b,
                                       const BlockStep &step,
                                       mlir::Value bufferIndex,
                                       const BlockPiece &piece = {}) const;
  llvm::SmallVector<mlir::Value>
  storeAfterLastPart(mlir::ImplicitLocOpBuilder &b, const BlockStep &step,
                     mlir::Value index, mlir::Value bufferIndex,
                     mlir::Value part) const;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STEPPARTEMITTER_H
