//===- LastStep.h - operations in the last step of a loop -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads that start in the last step of a loop, after its own loads.
// PrefetchBlocks.h decides which ones.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LASTSTEP_H
#define MATRIX_FRONTEND_LIB_LASTSTEP_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace matrix {

class LastStep {
public:
  /// `nextLoads` starts loads of the next step.
  LastStep(mlir::scf::ForOp loop, mlir::scf::IfOp nextLoads)
      : loop(loop), condition(nextLoads) {}

  /// Starts a copy of the load. `operations` are it and others that it needs,
  /// in order. The token of the copy, a result of the loop, replaces that of
  /// `load`.
  void start(mlir::Operation *load,
             llvm::ArrayRef<mlir::Operation *> operations);

  mlir::scf::ForOp getLoop() const { return loop; }

private:
  bool isNextStep() const;
  void createCondition(mlir::IRRewriter &rewriter);
  void replaceCondition(mlir::IRRewriter &rewriter, bool hasToken);
  mlir::Value yieldToken(mlir::IRRewriter &rewriter);

  mlir::scf::ForOp loop;
  mlir::scf::IfOp condition; ///< the loop has a next step
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LASTSTEP_H
