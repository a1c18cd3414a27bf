//===- Barriers.cpp - barriers between launches ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The barriers are collected in program order and found by binary search. A
// call is a barrier if its function ends with one.
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"

using namespace mlir;
using namespace matrix;

/// Returns whether no core passes `op` before the others reach its end.
static bool isBarrier(Operation &op, SymbolTable &symbols) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return isa<BarrierOp>(op);
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  return callee && !callee.isExternal() && callee.getBody().hasOneBlock() &&
         isa_and_nonnull<BarrierOp>(
             callee.front().getTerminator()->getPrevNode());
}

Barriers::Barriers(func::FuncOp function, SymbolTable &symbols, int64_t cores) {
  for (Operation &op : function.front())
    if (cores == 1 || isBarrier(op, symbols))
      barriers.push_back(&op);
}

Operation *Barriers::findBefore(Operation *op) const {
  auto *it = llvm::partition_point(barriers, [&](Operation *barrier) {
    return barrier->isBeforeInBlock(op);
  });
  return it == barriers.begin() ? nullptr : *std::prev(it);
}

Operation *Barriers::findAfter(Operation *op, int64_t number) const {
  auto *it = llvm::partition_point(barriers, [&](Operation *barrier) {
    return barrier->isBeforeInBlock(op);
  });
  return std::distance(it, barriers.end()) < number ? nullptr : it[number - 1];
}
