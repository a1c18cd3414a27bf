//===- VerifySelection.cpp - verification of selection --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-verify-selection: reports every operation on tiles that is
// not a tile instruction.
//
//===----------------------------------------------------------------------===//

#include "Legalization.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringSet.h"

namespace matrix {
#define GEN_PASS_DEF_VERIFYSELECTION
#include "matrix/Dialect/Matrix/Transforms/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns whether the operation passes tiles as words, independent of their
/// contents.
static bool carriesWords(Operation *op) {
  if (isa<RegionBranchOpInterface, BranchOpInterface, CallOpInterface,
          FunctionOpInterface, ub::PoisonOp, arith::BitcastOp>(op) ||
      op->hasTrait<OpTrait::IsTerminator>())
    return true;
  auto select = dyn_cast<arith::SelectOp>(op);
  return select && select.getCondition().getType().isInteger(1);
}

/// Returns whether the type is a tile, a truth value of tile shape, or a column
/// block.
static bool isTileShaped(Type type, const desc::VariantInfo &variant) {
  auto vector = dyn_cast<VectorType>(type);
  return vector && variant.hasTiles() && vector.getRank() == 2 &&
         vector.getDimSize(0) == variant.tileRows;
}

Type matrix::findUnselected(Operation *op, const desc::VariantInfo &variant) {
  bool isInstruction = isa_and_present<MatrixDialect>(op->getDialect());
  bool mayHaveTiles = isInstruction || carriesWords(op);
  auto bad = [&](Type type) {
    return isTileShaped(type, variant) &&
           !(mayHaveTiles && isTileType(type, variant));
  };
  for (Type type : op->getResultTypes())
    if (bad(type))
      return type;
  for (Type type : op->getOperandTypes())
    if (bad(type))
      return type;
  return {};
}

namespace {

struct VerifySelection
    : public matrix::impl::VerifySelectionBase<VerifySelection> {
  void runOnOperation() override {
    const desc::VariantInfo &variant = getTarget(getOperation());
    llvm::StringSet<> seen; // one error for each operation name
    getOperation()->walk([&](Operation *op) {
      Type type = findUnselected(op, variant);
      if (!type)
        return;
      signalPassFailure();
      if (!seen.insert(op->getName().getStringRef()).second)
        return;
      op->emitError("no instruction of '")
          << StringRef(variant.cpu) << "' is '" << op->getName() << "' on "
          << type << "; rewrite it, or keep it on scalars";
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
