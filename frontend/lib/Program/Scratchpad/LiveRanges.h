//===- LiveRanges.h - live ranges of scratchpad buffers ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Live ranges of buffers as intervals of operations, numbered in program order
// (pre-order). The range of a buffer ends with the last use of a value that
// aliases it, or of the token of a transfer that accesses it, extended to the
// whole operation of its block that contains the use: a buffer that is live in
// a loop is live in all of its iterations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LIVERANGES_H
#define MATRIX_FRONTEND_LIB_LIVERANGES_H

#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace matrix {

class LiveRanges {
public:
  explicit LiveRanges(mlir::Operation *root) {
    root->walk<mlir::WalkOrder::PreOrder>(
        [&](mlir::Operation *op) { first[op] = next++; });
    root->walk<mlir::WalkOrder::PostOrder>([&](mlir::Operation *op) {
      int64_t end = first[op];
      for (mlir::Region &region : op->getRegions())
        for (mlir::Block &block : region)
          for (mlir::Operation &inner : block)
            end = std::max(end, last[&inner]);
      last[op] = end;
    });
  }

  int64_t getBegin(mlir::Operation *op) const { return first.lookup(op); }
  /// Returns the number of the last operation within `op`.
  int64_t getLast(mlir::Operation *op) const { return last.lookup(op); }

  /// Returns the last operation in the block of `op` that requires its result.
  int64_t getEnd(mlir::Operation *op) const {
    llvm::SmallSetVector<mlir::Value, 16> values;
    values.insert(op->getResult(0));
    int64_t end = last.lookup(op);
    for (unsigned i = 0; i < values.size(); ++i)
      for (mlir::OpOperand &use : values[i].getUses()) {
        if (mlir::Operation *user =
                op->getBlock()->findAncestorOpInBlock(*use.getOwner()))
          end = std::max(end, last.lookup(user));
        follow(use, values);
      }
    return end;
  }

private:
  /// Adds values that alias the buffer, and tokens of DMA transfers that access
  /// it.
  static void follow(mlir::OpOperand &use,
                     llvm::SmallSetVector<mlir::Value, 16> &values) {
    mlir::Operation *user = use.getOwner();
    unsigned index = use.getOperandNumber();
    if (llvm::isa<mlir::scf::YieldOp>(user)) {
      mlir::Operation *parent = user->getParentOp();
      values.insert(parent->getResult(index));
      if (auto loop = llvm::dyn_cast<mlir::scf::ForOp>(parent))
        values.insert(loop.getRegionIterArg(index));
    } else if (auto loop = llvm::dyn_cast<mlir::scf::ForOp>(user)) {
      index -= loop.getNumControlOperands();
      values.insert(loop.getRegionIterArg(index));
      values.insert(loop.getResult(index));
    } else {
      for (mlir::Value result : user->getResults())
        if (llvm::isa<mlir::MemRefType, TokenType>(result.getType()))
          values.insert(result);
    }
  }

  int64_t next = 0;
  llvm::DenseMap<mlir::Operation *, int64_t> first, last;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LIVERANGES_H
