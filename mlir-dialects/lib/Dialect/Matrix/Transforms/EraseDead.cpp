//===- EraseDead.cpp - the pass matrix-erase-dead -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases operations without uses and effects, users before producers. CSE
// visits producers first: of each chain that is dead, it erases the last
// operation only.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace matrix {
#define GEN_PASS_DEF_ERASEDEAD
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;

namespace {

struct EraseDead : public matrix::impl::EraseDeadBase<EraseDead> {
  void runOnOperation() override {
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>(
        [&](Operation *op) {
          if (op == getOperation() || !isOpTriviallyDead(op))
            return;
          op->erase();
          ++numErased;
        });
  }
};

} // namespace
