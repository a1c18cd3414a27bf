//===- PassStatistics.h - counts of the passes ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts for the statistics of passes: the instructions in a scope, and the
// operations that rewrite patterns replace.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PASSSTATISTICS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PASSSTATISTICS_H

#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Debug.h"

namespace matrix {

/// Returns the number of tile and row operations in a scope.
inline unsigned countInstructions(mlir::Operation *scope) {
  unsigned count = 0;
  scope->walk([&](mlir::Operation *op) {
    count += isTileOperation(op) || getRowInstruction(op);
  });
  return count;
}

/// Counts the operations that patterns replace, and prints each with
/// `-debug-only=<pass>`.
class ReplacementCounter : public mlir::RewriterBase::Listener {
public:
  ReplacementCounter(const char *pass, mlir::Pass::Statistic &count)
      : pass(pass), count(count) {}

  using Listener::notifyOperationReplaced;
  void notifyOperationReplaced(mlir::Operation *op,
                               mlir::ValueRange replacement) override {
    ++count;
    DEBUG_WITH_TYPE(pass, llvm::dbgs() << "replaces " << *op << "\n");
  }

private:
  [[maybe_unused]] const char *pass;
  mlir::Pass::Statistic &count;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PASSSTATISTICS_H
