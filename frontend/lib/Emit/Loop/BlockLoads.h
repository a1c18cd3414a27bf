//===- BlockLoads.h - loads of the blocks of a loop -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The DMA loads of a loop over blocks. The blocks of a step are loaded while
// the step before is computed, into other buffers. A block that consecutive
// steps use is loaded once, in pieces during the steps that use the block
// before, and one that several cores use by one of them, which multicasts it
// (CoreGrid.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKLOADS_H
#define MATRIX_FRONTEND_LIB_BLOCKLOADS_H

#include "StepBlocks.h"

namespace matrix {

class BlockLoads {
public:
  /// The loads of `context`, distributed to `cores` cores.
  BlockLoads(FusionGroupContext &context, int64_t cores);

  void allocate(mlir::ImplicitLocOpBuilder &builder);
  /// Emits the receivers and senders of the blocks that cores of `grid` share.
  void share(IndexMath &math, CoreGrid &grid);
  /// Chooses the pieces in which blocks are loaded, after `share`.
  void choosePieces();
  /// Divides the first block of load `number` by rows into `parts`, and returns
  /// their number: 1 if its rows are not adjacent.
  int64_t divideFirst(unsigned number, int64_t parts);
  /// Waits for a part of the first block, if `index` is the first step.
  void waitForPart(mlir::ImplicitLocOpBuilder &builder, mlir::Value index,
                   mlir::Value part) const;

  /// Starts the loads of step `index`. Returns the tokens of those that are for
  /// this core only.
  llvm::SmallVector<mlir::Value> startFirst(mlir::ImplicitLocOpBuilder &builder,
                                            const StepBlocks &steps,
                                            mlir::Value index);
  /// The same, multicasts last, and waits for the blocks: no core then starts
  /// loads of the next step while another one waits for its first blocks.
  llvm::SmallVector<mlir::Value> awaitFirst(mlir::ImplicitLocOpBuilder &builder,
                                            const StepBlocks &steps,
                                            mlir::Value index);
  /// Starts the loads of the step after `index`, if there is one, and returns
  /// their tokens, given those of step `index`.
  llvm::SmallVector<mlir::Value> prefetch(mlir::ImplicitLocOpBuilder &builder,
                                          const StepBlocks &steps,
                                          mlir::Value index,
                                          mlir::ValueRange tokens) const;
  /// Waits for the blocks of step `index`, and the pieces loaded beside them.
  void wait(mlir::ImplicitLocOpBuilder &builder, const StepBlocks &steps,
            mlir::Value index, mlir::ValueRange tokens) const;
  /// Whether each step on that many cores transposes a block of that load.
  bool transposesEachStep(unsigned number, int64_t cores) const;
  /// Transposes the blocks that step `index` is the first to use; of the input
  /// that has a schedule, its first tiles.
  StepTransposition transpose(mlir::ImplicitLocOpBuilder &builder,
                              mlir::Value index,
                              const TranspositionSchedule *schedule) const;
  /// Releases the buffers whose last step is `index` of `total`, if the senders
  /// write them again.
  void release(mlir::ImplicitLocOpBuilder &builder, mlir::Value index,
               mlir::Value total) const;
  /// Appends the buffers of step `index`.
  void appendViews(mlir::ImplicitLocOpBuilder &builder, mlir::Value index,
                   const BlockStep &step,
                   llvm::SmallVectorImpl<mlir::Value> &views) const;

private:
  /// The loads of one operand's blocks.
  struct Load {
    OperandBlock &block;
    int64_t period; // consecutive steps that use one block
    int64_t numBuffers;
    int64_t pieces = 1;
    int64_t firstParts = 1;
    std::optional<Multicast> multicast; // none: for this core only

    bool isOnce() const { return numBuffers == 1; }
    mlir::Value getNumber(IndexMath &math, mlir::Value index) const {
      return isOnce() ? math.constant(0) : math.div(index, period);
    }
    mlir::Value getBufferIndex(IndexMath &math, mlir::Value index) const {
      return math.rem(getNumber(math, index), numBuffers);
    }
    llvm::SmallVector<mlir::Value> start(mlir::ImplicitLocOpBuilder &builder,
                                         const BlockStep &step,
                                         mlir::Value index,
                                         const BlockPiece &piece = {}) const;
    /// Starts the load of a piece of the next block, if step `index` is one of
    /// those that do.
    llvm::SmallVector<mlir::Value>
    startPiece(mlir::ImplicitLocOpBuilder &builder, const StepBlocks &steps,
               mlir::Value index, mlir::ValueRange previous) const;
    /// Returns the first step that uses the block after that of step `index`.
    mlir::Value getNext(IndexMath &math, mlir::Value index) const {
      return math.mul(math.add(math.div(index, period), 1), period);
    }
    mlir::Value startsPiece(mlir::ImplicitLocOpBuilder &builder,
                            mlir::Value index, mlir::Value total) const;
    void wait(mlir::ImplicitLocOpBuilder &builder, mlir::Value index,
              mlir::Value total, bool hasFirst) const;
    void release(mlir::ImplicitLocOpBuilder &builder, mlir::Value index,
                 mlir::Value total) const;
  };

  llvm::SmallVector<mlir::Value> startNext(mlir::ImplicitLocOpBuilder &builder,
                                           const StepBlocks &steps,
                                           mlir::Value index,
                                           mlir::ValueRange previous) const;

  const BlockPlan &plan;
  llvm::SmallVector<Load> loads;
  /// Tokens of the parts of the first block, if it is for this core only.
  llvm::SmallVector<mlir::Value> parts;
  bool hasFirst = false; ///< awaitFirst() precedes the loop
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKLOADS_H
