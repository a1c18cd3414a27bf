//===- ExpandInstructions.cpp - reference expansion -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-expand: replaces tile and row operations by vector operations
// that compute their semantics. Row operations are expanded first, with their
// buffers; tile operations are collected before the first of them is replaced,
// since the walk must not visit new operations.
//
//===----------------------------------------------------------------------===//

#include "Expansion/Expander.h"
#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand"

namespace matrix {
#define GEN_PASS_DEF_EXPANDINSTRUCTIONS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct ExpandInstructions
    : public matrix::impl::ExpandInstructionsBase<ExpandInstructions> {
  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    SmallVector<Operation *> ops;
    numExpanded += countInstructions(getOperation());
    if (failed(expandRows(getOperation(), variant)))
      return signalPassFailure();
    getOperation()->walk([&](Operation *op) {
      if (isTileOperation(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      LDBG() << "expands " << *op;
      OpBuilder builder(op);
      Value value =
          Expander(builder, op, *getInstruction(op), variant).expand();
      if (value)
        op->getResult(0).replaceAllUsesWith(value);
      op->erase();
    }
  }
};

} // namespace
