//===- SelectInstructions.cpp - the pass matrix-select --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legalizes vector code and replaces it by tile instructions. Both steps are
// one pass, because folding between them would undo legalization.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Legalization.h"
#include "PassStatistics.h"
#include "Selection/Selector.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-select"

namespace matrix {
#define GEN_PASS_DEF_SELECTINSTRUCTIONS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct SelectInstructions
    : public matrix::impl::SelectInstructionsBase<SelectInstructions> {
  using SelectInstructionsBase::SelectInstructionsBase;

  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    if (failed(legalizeVectors(getOperation(), variant)))
      return signalPassFailure();
    unsigned before = countInstructions(getOperation());
    selectInstructions(getOperation(), variant, explain);
    unsigned selected = countInstructions(getOperation()) - before;
    numSelected += selected;
    LDBG() << selected << " tile instructions";
  }
};

} // namespace
