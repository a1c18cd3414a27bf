//===- ConfigureRows.cpp - the pass matrix-configure-rows -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts the configuration state that row instructions require. The pass runs
// on functions of targets with row instructions; RowConfiguration.h describes
// the dataflow analysis.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-configure-rows"

namespace matrix {
#define GEN_PASS_DEF_CONFIGUREROWS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct ConfigureRows : public matrix::impl::ConfigureRowsBase<ConfigureRows> {
  void runOnOperation() override {
    if (!hasRowInstructions(getTarget(getOperation())))
      return;
    unsigned before = countInstructions(getOperation());
    if (failed(configureRows(getOperation())))
      return signalPassFailure();
    unsigned added = countInstructions(getOperation()) - before;
    numConfigurations += added;
    LDBG() << added << " configuration instructions";
  }
};

} // namespace
