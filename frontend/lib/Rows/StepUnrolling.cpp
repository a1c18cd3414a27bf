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
// write rows other than those that its products still read.
//
//===----------------------------------------------------------------------===//

#include "StepUnrolling.h"
#include "Plan/Blocks/RowStep.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"

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
       tree.dims[contraction.m].blockSize, tree.dims[contraction.k].blockSize},
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
  for (scf::ForOp loop : sums)
    (void)loopUnrollByFactor(loop, tree.dims[*sum].step);
}
