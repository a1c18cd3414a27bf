//===- SelectRows.cpp - selection for row memories ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-select-rows and the sequence of its steps: preparation,
// selection, emission, and the check that no vector operation remains. A
// remaining operation is an error, because targets with row memories have no
// registers for vectors.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "Rows/RowLowering.h"
#include "Rows/RowPreparation.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-select-rows"

namespace matrix {
#define GEN_PASS_DEF_SELECTROWS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Fails if an operation is neither an instruction nor removed.
static LogicalResult verifyNoVectors(func::FuncOp function,
                                     const desc::VariantInfo &variant) {
  auto result = function.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (isRowVector(type)) {
        op->emitError("no instruction of '")
            << StringRef(variant.cpu) << "\' computes \'" << op->getName()
            << "' on " << type << "; rewrite it, or keep it on scalars";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult matrix::lowerToRowOperations(func::FuncOp function,
                                           bool explain) {
  if (function.isExternal())
    return success();
  const desc::VariantInfo &variant = getTarget(function);
  prepareForRows(function, variant);
  RowPlan plan(variant, explain);
  if (failed(plan.select(function)) ||
      failed(RowLowering(plan, function).run()))
    return failure();
  distributeOverAlternatives(function);
  removeReplaced(function);
  return verifyNoVectors(function, variant);
}

LogicalResult matrix::selectRows(func::FuncOp function) {
  return failure(failed(lowerToRowOperations(function)) ||
                 failed(allocateRows(function)) ||
                 failed(configureRows(function)));
}

namespace {

struct SelectRows : public matrix::impl::SelectRowsBase<SelectRows> {
  using SelectRowsBase::SelectRowsBase;
  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (!hasRowInstructions(variant))
      return;
    if (failed(lowerToRowOperations(getOperation(), explain)))
      return signalPassFailure();
    unsigned count = countInstructions(getOperation());
    numSelected += count;
    LDBG() << count << " row instructions in @" << getOperation().getSymName();
  }
};

} // namespace
