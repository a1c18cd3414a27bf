//===- LastStep.cpp - operations in the last step of a loop ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load that would start after a loop starts in its last iteration instead,
// after the loads of the step before: in the second region of the condition
// that the loop has a next step. Where only some cores or steps start loads of
// a next step, a condition of its own follows. The token is a result of the
// loop, which carries a complete transfer until then; condition and loop are
// rebuilt with one more result for it.
//
//===----------------------------------------------------------------------===//

#include "LastStep.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace matrix;

void LastStep::start(Operation *load, ArrayRef<Operation *> operations) {
  IRRewriter rewriter(load->getContext());
  bool hasToken = load->getNumResults() > 0;
  if (!isNextStep())
    createCondition(rewriter);
  replaceCondition(rewriter, hasToken);
  rewriter.setInsertionPoint(condition.elseYield());
  IRMapping copies;
  for (Operation *op : operations)
    rewriter.clone(*op, copies);
  if (!hasToken)
    return;
  condition.elseYield()->insertOperands(condition.getNumResults() - 1,
                                        copies.lookup(load->getResult(0)));
  load->getResult(0).replaceAllUsesWith(yieldToken(rewriter));
}

/// Returns whether the condition is that the loop has a next step.
bool LastStep::isNextStep() const {
  auto compare =
      scf::IfOp(condition).getCondition().getDefiningOp<arith::CmpIOp>();
  scf::ForOp steps = loop;
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::slt ||
      !isEqualConstantIntOrValue(compare.getRhs(), steps.getUpperBound()))
    return false;
  auto next = compare.getLhs().getDefiningOp<arith::AddIOp>();
  return next && next.getLhs() == steps.getInductionVar() &&
         isEqualConstantIntOrValue(next.getRhs(), steps.getStep());
}

/// Creates a condition without operations, that the loop has a next step.
void LastStep::createCondition(IRRewriter &rewriter) {
  rewriter.setInsertionPointAfter(condition);
  Location loc = condition.getLoc();
  Value next = arith::AddIOp::create(rewriter, loc, loop.getInductionVar(),
                                     loop.getStep());
  Value exists = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::slt,
                                       next, loop.getUpperBound());
  condition =
      scf::IfOp::create(rewriter, loc, exists, /*withElseRegion=*/false);
}

/// Gives the condition a second region, and with `hasToken` another result,
/// which is a complete transfer if there is a next step.
void LastStep::replaceCondition(IRRewriter &rewriter, bool hasToken) {
  rewriter.setInsertionPoint(condition);
  SmallVector<Type> types(condition.getResultTypes());
  if (hasToken)
    types.push_back(TokenType::get(rewriter.getContext()));
  auto replaced =
      scf::IfOp::create(rewriter, condition.getLoc(), types,
                        condition.getCondition(), /*withElseRegion=*/true);
  for (auto [from, to] :
       llvm::zip_equal(condition->getRegions(), replaced->getRegions()))
    if (!from.empty())
      to.takeBody(from);
  if (replaced.elseBlock()->empty()) {
    rewriter.setInsertionPointToEnd(replaced.elseBlock());
    scf::YieldOp::create(rewriter, replaced.getLoc());
  }
  if (hasToken) {
    rewriter.setInsertionPoint(replaced.thenYield());
    Value done = DmaDoneOp::create(rewriter, replaced.getLoc());
    replaced.thenYield()->insertOperands(types.size() - 1, done);
  }
  rewriter.replaceOp(condition,
                     replaced.getResults().take_front(types.size() - hasToken));
  condition = replaced;
}

/// Returns the last result of the condition as a result of the loop.
Value LastStep::yieldToken(IRRewriter &rewriter) {
  rewriter.setInsertionPoint(loop);
  Value done = DmaDoneOp::create(rewriter, loop.getLoc());
  LoopLikeOpInterface steps = loop;
  loop = cast<scf::ForOp>(*steps.replaceWithAdditionalYields(
      rewriter, done, /*replaceInitOperandUsesInLoop=*/false,
      [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
        return SmallVector<Value>{condition.getResults().back()};
      }));
  return loop.getResults().back();
}
