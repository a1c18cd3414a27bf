//===- AllocateRows.cpp - the pass matrix-allocate-rows -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns rows of row memories to buffers. The pass runs on functions of
// targets with row instructions; RowAllocation.h describes the allocation. The
// instructions that eviction adds are the statistic of the pass.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-allocate-rows"

namespace matrix {
#define GEN_PASS_DEF_ALLOCATEROWS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct AllocateRows : public matrix::impl::AllocateRowsBase<AllocateRows> {
  void runOnOperation() override {
    if (!hasRowInstructions(getTarget(getOperation())))
      return;
    unsigned before = countInstructions(getOperation());
    if (failed(allocateRows(getOperation())))
      return signalPassFailure();
    unsigned added = countInstructions(getOperation()) - before;
    numMoves += added;
    LDBG() << added << " moves of buffers";
  }
};

} // namespace
