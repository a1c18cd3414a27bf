//===- VerifySelection.cpp - the pass matrix-verify-selection -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports every operation on tiles that is not a tile instruction. One error is
// reported for each operation name, since one cause usually has many
// occurrences. The check precedes the lowering to LLVM, which would otherwise
// fail at types.
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "Selection/Selector.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "llvm/ADT/StringSet.h"

namespace matrix {
#define GEN_PASS_DEF_VERIFYSELECTION
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct VerifySelection
    : public matrix::impl::VerifySelectionBase<VerifySelection> {
  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    llvm::StringSet<> seen; // one error for each operation name
    numInstructions += countInstructions(getOperation());
    getOperation()->walk([&](Operation *op) {
      Type type = findUnselected(op, variant);
      if (!type)
        return;
      ++numUnselected;
      signalPassFailure();
      if (!seen.insert(op->getName().getStringRef()).second)
        return;
      op->emitError("no instruction of '")
          << StringRef(variant.cpu) << "\' computes \'" << op->getName()
          << "' on " << type << "; rewrite it, or keep it on scalars";
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
