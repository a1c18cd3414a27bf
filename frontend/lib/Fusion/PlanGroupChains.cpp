//===- PlanGroupChains.cpp - plans of chains of groups --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains that a file prescribes are formed first, then those that the search
// finds among the other groups. A prescribed chain has no freedom except the
// rows of a block: it is formed with them, and the plans of the file must equal
// the result. The plans of all groups are set as attributes, with the number of
// the chain.
//
//===----------------------------------------------------------------------===//

#include "PlanGroupChains.h"
#include "FindGroupChains.h"
#include "Plan/Chains/ChainCost.h"
#include "Plan/Groups/PlanAttributes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace matrix;

static ChainMember getMember(const NamedGroup &group) {
  return {group.root, group.epilogue};
}

LogicalResult ChainPlanner::plan(ArrayRef<NamedGroup> groups) {
  if (file && failed(prescribe(groups)))
    return failure();
  if (!groups.empty() && isDisabled(groups.front().root, Technique::Fusion))
    return success();
  search(groups);
  return success();
}

static PlanAttr replaceCost(PlanAttr plan, CostAttr cost) {
  return PlanAttr::get(plan.getContext(), plan.getCores(), plan.getLoops(),
                       plan.getRegisters(), plan.getValues(), cost);
}

/// The first group has the cost of the chain.
void ChainPlanner::setPlans(const GroupChain &chain, int64_t number) {
  for (auto [i, stage] : llvm::enumerate(chain.stages)) {
    linalg::GenericOp root = stage.group.root;
    PlanAttr plan = getChainPlanAttr(chain, i, cores);
    if (i == 0)
      plan =
          replaceCost(plan, getCostAttr(root.getContext(),
                                        estimateChain(chain, variant, cores)));
    root->setAttr(PlanAttr::kAttrName, plan);
    root->setAttr(kChainAttrName,
                  Builder(root.getContext()).getI64IntegerAttr(number));
    chained.insert(root);
  }
  numChains = std::max<int64_t>(numChains, number);
}

LogicalResult ChainPlanner::prescribe(ArrayRef<NamedGroup> groups) {
  std::map<int64_t, SmallVector<const NamedGroup *>> chains;
  for (const NamedGroup &group : groups)
    if (PlanOp plan = file->lookup(group.name))
      if (int64_t number = getChainNumber(plan))
        chains[number].push_back(&group);
  for (auto &[number, members] : chains)
    if (failed(prescribe(number, members)))
      return failure();
  return success();
}

/// A plan of a chain has no freedom except the rows of its blocks.
LogicalResult ChainPlanner::prescribe(int64_t number,
                                      ArrayRef<const NamedGroup *> named) {
  SmallVector<ChainMember> members;
  for (const NamedGroup *group : named)
    members.push_back(getMember(*group));
  PlanOp first = file->lookup(named.front()->name);
  auto fail = [&](PlanOp plan, const Twine &reason) {
    return mlir::emitError(plan.getLoc())
           << "plan of '@" << plan.getSymName() << "': " << reason;
  };
  int64_t rows = 1;
  for (LoopAttr loop : first.getPlan().getLoops())
    if (loop.getRole() == LoopRole::Rows)
      rows = loop.getBlock();
  if (rows % variant.tileRows)
    return fail(first, "the rows of a block are not a multiple of " +
                           Twine(variant.tileRows));
  MatchFailureRecorder failures;
  FailureOr<GroupChain> chain =
      formGroupChain(members, variant, cores, rows, failures);
  if (failed(chain))
    return fail(first, "no chain " + Twine(number) + ": " + failures.message());
  for (size_t i = 0; i < chain->stages.size(); ++i) {
    linalg::GenericOp root = chain->stages[i].group.root;
    const NamedGroup *group = *llvm::find_if(
        named, [&](const NamedGroup *g) { return g->root == root; });
    if (PlanOp plan = file->lookup(group->name);
        replaceCost(plan.getPlan(), {}) != getChainPlanAttr(*chain, i, cores))
      return fail(plan,
                  "it does not fit the other groups of chain " + Twine(number));
  }
  setPlans(*chain, number);
  return success();
}

void ChainPlanner::search(ArrayRef<NamedGroup> groups) {
  SmallVector<ChainMember> members;
  for (const NamedGroup &group : groups)
    if (!file || !file->lookup(group.name))
      members.push_back(getMember(group));
  if (!hasReduction(members))
    return;
  TileTrialSelection trial(members.front().root.getContext(), variant, cores);
  for (ArrayRef<unsigned> numbers :
       findGroupChains(members, variant, cores, trial)) {
    SmallVector<ChainMember> own;
    for (unsigned number : numbers)
      own.push_back(members[number]);
    MatchFailureRecorder failures;
    FailureOr<GroupChain> chain =
        formGroupChain(own, variant, cores, /*rowBlock=*/0, failures);
    assert(succeeded(chain) && "found, but not possible");
    setPlans(*chain, numChains + 1);
  }
}
