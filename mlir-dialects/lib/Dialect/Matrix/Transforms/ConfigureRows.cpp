//===- ConfigureRows.cpp - the pass matrix-configure-rows -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inserts the configuration state that row instructions require.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace matrix {
#define GEN_PASS_DEF_CONFIGUREROWS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct ConfigureRows : public matrix::impl::ConfigureRowsBase<ConfigureRows> {
  void runOnOperation() override {
    if (hasRowInstructions(getTarget(getOperation())) &&
        failed(configureRows(getOperation())))
      signalPassFailure();
  }
};

} // namespace
