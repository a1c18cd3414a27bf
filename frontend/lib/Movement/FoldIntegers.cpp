//===- FoldIntegers.cpp - integers known at compile time ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-fold-integers: tensors of integers or truth values whose
// elements are known (KnownElements.h) become constants, and floats that are
// computed from 64-bit integers, which no tile has. Operations that only move
// elements stay, because their results may be larger than the constants. Others
// read what their bodies compute from indices alone (IndexConstants.h).
//
//===----------------------------------------------------------------------===//

#include "IndexConstants.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-fold-integers"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFOLDINTEGERSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Returns whether the body computes something.
static bool computes(linalg::LinalgOp op) {
  return op->getNumResults() == 1 &&
         !isa<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
}

static bool isWideInteger(Value value) {
  Type type = value.getType();
  return type.isIndex() ||
         (type.isInteger() && type.getIntOrFloatBitWidth() > 32);
}

static bool isFoldable(linalg::LinalgOp op) {
  Block &body = *op.getBlock();
  return getElementTypeOrSelf(op->getResult(0)).isIntOrIndex() ||
         (llvm::all_of(body,
                       [](Operation &o) { return isExactArithmetic(&o); }) &&
          llvm::any_of(body, [](Operation &o) {
            return llvm::any_of(o.getOperands(), isWideInteger);
          }));
}

namespace {

struct FoldIntegers : matrix::impl::MatrixFoldIntegersPassBase<FoldIntegers> {
  /// In reverse order, so that operations of which only others of them need the
  /// results do not become constants.
  void runOnOperation() override {
    KnownElements known;
    SmallVector<Operation *> ops;
    getOperation()->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { ops.push_back(op); });
    llvm::SetVector<Operation *> dead;
    for (Operation *op : llvm::reverse(ops))
      if (isUnused(op, dead) || fold(op, known))
        dead.insert(op);
    for (Operation *op : dead)
      op->erase();
    SmallVector<linalg::GenericOp> generics;
    getOperation()->walk([&](linalg::GenericOp op) { generics.push_back(op); });
    KnownElements scalars; // values of erased operations are in the other one
    for (linalg::GenericOp op : generics)
      if (readIndexConstants(op, scalars)) {
        op.erase();
        ++numFolded;
      }
  }

private:
  static bool isUnused(Operation *op,
                       const llvm::SetVector<Operation *> &dead) {
    return wouldOpBeTriviallyDead(op) && op->getNumResults() > 0 &&
           llvm::all_of(op->getUsers(),
                        [&](Operation *user) { return dead.contains(user); });
  }

  bool fold(Operation *op, KnownElements &known) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp || !computes(linalgOp))
      return false;
    Value result = op->getResult(0);
    if (!isFoldable(linalgOp))
      return false;
    const auto &elements = known.get(result);
    if (!elements)
      return false;
    LDBG() << "constant for " << *op;
    auto type = cast<RankedTensorType>(result.getType());
    OpBuilder builder(op);
    result.replaceAllUsesWith(arith::ConstantOp::create(
        builder, op->getLoc(), getConstant(type, *elements)));
    ++numFolded;
    return true;
  }
};

} // namespace
