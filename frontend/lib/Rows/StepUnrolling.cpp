//===- StepUnrolling.cpp - steps of several blocks ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks of the result that one step computes share the loop over the depth of
// the contraction, so that each block of an operand is loaded once per step.
// Several iterations of that loop form one step, so that the loads of a step
// write rows other than those that its products still read. The loop is
// software-pipelined: the loads of an iteration precede the products of the one
// before, whose blocks the loop carries.
//
//===----------------------------------------------------------------------===//

#include "StepUnrolling.h"
#include "RowStep.h"
#include "StepOverlap.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace matrix;

/// Returns the dimension of the innermost loop over the depth; no value if all
/// have one block.
static std::optional<unsigned> innermostSum(const FusionTree &tree) {
  if (tree.contractions.empty())
    return std::nullopt;
  auto op = cast<linalg::GenericOp>(tree.contractions.begin()->first);
  std::optional<unsigned> found;
  for (auto [dim, kind] :
       llvm::zip_equal(tree.loops.find(op)->second, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction &&
        tree.dims[dim].numBlocks() > 1)
      found = dim;
  return found;
}

bool matrix::chooseSteps(FusionTree &tree) {
  if (!tree.rates)
    return false;
  const TreeContraction &contraction = tree.contractions.begin()->second;
  DimList outer = tree.outerDims();
  auto count = [&](unsigned dim) {
    return llvm::is_contained(outer, dim)
               ? std::max<int64_t>(tree.dims[dim].numFullBlocks(), 1)
               : 1;
  };
  std::optional<unsigned> sum = innermostSum(tree);
  RowStep step = chooseRowStep(
      {count(contraction.m), count(contraction.n),
       sum ? std::max<int64_t>(tree.dims[*sum].numFullBlocks(), 1) : 1,
       tree.dims[contraction.m].blockSize, tree.dims[contraction.k].blockSize,
       !outer.empty() && outer.back() == contraction.m},
      *tree.rates);
  tree.dims[contraction.m].step = step.m;
  tree.dims[contraction.n].step = step.n;
  if (sum)
    tree.dims[*sum].step = step.k;
  return step.numProducts() > 1;
}

void matrix::resetSteps(FusionTree &tree) {
  for (TreeDim &dim : tree.dims)
    dim.step = 1;
}

static bool isInnermost(scf::ForOp loop) {
  return !loop.getBody()
              ->walk([](scf::ForOp) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

/// Returns the outermost loop that has a step; null if none has.
static scf::ForOp findStep(func::FuncOp function) {
  scf::ForOp found;
  function.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (!loop->hasAttr(kStepAttrName))
      return WalkResult::advance();
    found = loop;
    return WalkResult::interrupt();
  });
  return found;
}

/// Adds the operations that a load depends on, in the body of the loop.
static void addLoad(Operation *op, scf::ForOp loop,
                    llvm::SmallPtrSetImpl<Operation *> &loads) {
  if (!op || op->getBlock() != loop.getBody() || !loads.insert(op).second)
    return;
  for (Value operand : op->getOperands())
    addLoad(operand.getDefiningOp(), loop, loads);
}

/// Loads and their addresses are one iteration ahead of everything else. The
/// order of the body interleaves them with the products.
static void
scheduleLoadsAhead(scf::ForOp loop,
                   std::vector<std::pair<Operation *, unsigned>> &schedule) {
  llvm::SmallPtrSet<Operation *, 16> loads;
  for (auto read : loop.getOps<vector::TransferReadOp>()) {
    read->setAttr(kLoadAheadAttrName, UnitAttr::get(loop.getContext()));
    addLoad(read, loop, loads);
  }
  for (Operation &op : loop.getBody()->without_terminator())
    schedule.emplace_back(&op, loads.contains(&op) ? 0 : 1);
}

/// Returns the pipelined loop, or the loop itself if it has too few iterations.
static scf::ForOp pipeline(scf::ForOp loop) {
  scf::PipeliningOption options;
  options.getScheduleFn = scheduleLoadsAhead;
  IRRewriter rewriter(loop.getContext());
  // A block that several products read is carried once.
  DominanceInfo dominance(loop);
  eliminateCommonSubExpressions(rewriter, dominance, loop);
  std::optional<int64_t> end = getConstantIntValue(loop.getUpperBound());
  if (!end)
    return loop;
  rewriter.setInsertionPoint(loop);
  FailureOr<scf::ForOp> pipelined =
      scf::pipelineForLoop(rewriter, loop, options);
  if (failed(pipelined))
    return loop;
  // One iteration less. Unrolling needs a constant; the pipeliner subtracts.
  rewriter.setInsertionPoint(*pipelined);
  pipelined->setUpperBound(
      arith::ConstantIndexOp::create(rewriter, pipelined->getLoc(), *end - 1));
  return *pipelined;
}

void matrix::unrollSteps(func::FuncOp function, const FusionTree &tree) {
  // Unroll-and-jam of an outer loop may replace the inner ones.
  while (scf::ForOp loop = findStep(function)) {
    auto step = cast<IntegerAttr>(loop->removeAttr(kStepAttrName));
    (void)loopUnrollJamByFactor(loop, step.getInt());
  }
  std::optional<unsigned> sum = innermostSum(tree);
  if (!sum || tree.dims[*sum].step == 1)
    return;
  SmallVector<scf::ForOp> sums;
  function.walk([&](scf::ForOp loop) {
    if (loop.getNumResults() && isInnermost(loop))
      sums.push_back(loop);
  });
  // Iterations beyond whole steps would copy the carried blocks.
  for (scf::ForOp loop : sums) {
    auto unrolled = loopUnrollByFactor(pipeline(loop), tree.dims[*sum].step);
    if (failed(unrolled))
      continue;
    if (unrolled->epilogueLoopOp)
      (void)loopUnrollFull(*unrolled->epilogueLoopOp);
    if (unrolled->mainLoopOp && !isDisabled(tree.root(), Technique::Pipelining))
      overlapSteps(*unrolled->mainLoopOp, *tree.rates);
  }
}
