//===- CoreGrid.h - cores as a grid over the blocks -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a grid (BlockPlan::grid), cores along a dimension that an operand does
// not depend on use the same blocks of it at the same time. One of them loads
// each block from DRAM and multicasts it:
//
//   sender:    wait until all receivers have released the buffer
//              load, multicast, post `full` at the receivers
//   receiver:  wait for `full`; compute; post `released` at the sender
//
// Each buffer has its own `released`: receivers that are ahead release the
// other buffer before slower ones release this one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COREGRID_H
#define MATRIX_FRONTEND_LIB_COREGRID_H

#include "Emit/OperandBlock.h"

namespace matrix {

/// The loads of one operand, common to `count` receivers. All values are those
/// of the executing core.
class Multicast {
public:
  /// Waits, before the first piece, until the receivers have released the
  /// buffer of load `index`, and starts the load of a piece; on the sender
  /// only.
  void load(mlir::ImplicitLocOpBuilder &builder, const OperandBlock &block,
            const BlockStep &step, mlir::Value index,
            const BlockPiece &piece = {}) const;
  /// Waits for the next `transfers`.
  void wait(mlir::ImplicitLocOpBuilder &builder, mlir::Value transfers) const;
  /// Releases the buffer of load `index`.
  void release(mlir::ImplicitLocOpBuilder &builder, mlir::Value index) const;

private:
  friend class CoreGrid;
  mlir::Value getReleased(IndexMath &math, mlir::Value index) const;

  int64_t count, numBuffers, firstSemaphore;
  mlir::Value receivers, sender, isSender;
};

/// Waits until the core before passes the turn. Core 0 is the first one.
void awaitTurn(mlir::ImplicitLocOpBuilder &builder, int64_t semaphore,
               mlir::Value core);
/// Passes the turn to the next one of `cores` cores. The last one ends it.
void passTurn(mlir::ImplicitLocOpBuilder &builder, int64_t semaphore,
              mlir::Value core, int64_t cores);

class CoreGrid {
public:
  /// Computes the position of core `core` in the grid of `plan`. Multicasts use
  /// semaphores from `firstSemaphore` on.
  CoreGrid(IndexMath &math, const BlockPlan &plan, mlir::Value core,
           int64_t firstSemaphore);

  /// Returns the position along a dimension; null if there is one core.
  mlir::Value getPosition(int dim) const { return positions[dim]; }

  /// Returns the multicast of an operand's blocks, which several cores use.
  /// Calls with different operands choose different senders.
  Multicast share(IndexMath &math, const OperandBlock &block,
                  int64_t numBuffers);

private:
  /// Returns the sum of number * stride for the position `linear` in the
  /// dimensions `dims`.
  mlir::Value getOffset(IndexMath &math, mlir::Value linear,
                        llvm::ArrayRef<int> dims) const;
  /// Returns the sum of one bit for each position in the dimensions `dims`.
  int64_t getMask(llvm::ArrayRef<int> dims) const;

  const BlockPlan &plan;
  mlir::Value core;
  /// For each dimension: the position, and the difference between the numbers
  /// of neighbors.
  llvm::SmallVector<mlir::Value> positions;
  llvm::SmallVector<int64_t> strides;
  int64_t numShared = 0, nextSemaphore;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COREGRID_H
