//===- StepBlocks.h - blocks of the steps of a loop -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes the blocks of a fusion group to cores and steps: core c of n
// computes pieces c, c + n, ... of the work, or its own blocks of a grid of
// cores (CoreGrid.h). The index of a step is delinearized into one block index
// for each dimension.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STEPBLOCKS_H
#define MATRIX_FRONTEND_LIB_STEPBLOCKS_H

#include "CoreGrid.h"
#include "Emit/BlockEmitter.h"

namespace matrix {

class StepBlocks {
public:
  /// Emits the numbers of the executing core and of its steps. Multicasts use
  /// semaphores from `firstSemaphore` on.
  StepBlocks(mlir::ImplicitLocOpBuilder &builder,
             const FusionGroupContext &context, int64_t cores,
             int64_t firstSemaphore);

  mlir::Value getCore() const { return core; }
  /// Returns the number of steps of the executing core.
  mlir::Value getTotal() const { return total; }
  /// Returns the grid of cores; null if they share no loads.
  CoreGrid *getGrid() { return grid ? &*grid : nullptr; }
  /// Returns the steps of one result.
  int64_t reductionSteps() const {
    return plan().reductionSteps(context.group);
  }
  /// Returns the blocks of step `index`.
  BlockStep get(mlir::ImplicitLocOpBuilder &builder, mlir::Value index) const;

private:
  const BlockPlan &plan() const { return context.plan; }
  mlir::Value countSteps(IndexMath &math) const;
  void locateInGrid(IndexMath &math, mlir::Value round,
                    llvm::SmallVectorImpl<mlir::Value> &blocks) const;
  bool exceeds(unsigned dim) const;
  void addDim(IndexMath &math, unsigned dim, mlir::Value block,
              BlockStep &step) const;

  const FusionGroupContext &context;
  int64_t cores;
  mlir::Value core, total;
  std::optional<CoreGrid> grid;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STEPBLOCKS_H
