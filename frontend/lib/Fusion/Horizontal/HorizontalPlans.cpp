//===- HorizontalPlans.cpp - plans of groups for one core -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The groups of a block of operations are candidates if there are at least two.
// With c of them at the same time, one after the other would take c times as
// long on all cores: a group whose plan for one core is predicted to take less
// than half of that receives it. The first loads and last stores of groups that
// remain where they are overlap other launches, which predictions of single
// groups do not count.
//
//===----------------------------------------------------------------------===//

#include "HorizontalPlans.h"
#include "Fusion/Feasibility/TileFeasibility.h"
#include "Plan/Chains/GroupChain.h"
#include "Plan/Groups/Blocking.h"
#include "Plan/Groups/GroupCost.h"
#include "Plan/Groups/PlanAttributes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-plan-fusion-groups"

using namespace mlir;
using namespace matrix;

/// The part of the cycles one after the other that is worth it.
static constexpr double kPart = 0.5;

static bool isArgumentOrConstant(Value value) {
  value = skipReshapes(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

bool matrix::readsOnlyArguments(const NamedGroup &group) {
  linalg::GenericOp root = group.root;
  return !group.epilogue && root.getNumReductionLoops() == 0 &&
         isa<func::FuncOp>(root->getParentOp()) &&
         llvm::all_of(root.getDpsInputs(), isArgumentOrConstant);
}

bool matrix::isForOneCore(linalg::GenericOp root, int64_t cores) {
  auto plan = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
  return cores > 1 && plan && plan.getCores() == 1;
}

/// Plans a group for one core, of which `beside` work at the same time.
static void planForOneCore(const NamedGroup &named,
                           const desc::VariantInfo &variant, int64_t beside) {
  linalg::GenericOp root = named.root;
  auto known = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
  MatchFailureRecorder failures;
  FailureOr<FusionGroup> group = getFusionGroup(root, {}, failures);
  FailureOr<PlanCandidate> candidate = failure();
  if (succeeded(group) && known.getCost())
    candidate = planBlocks(*group, variant, /*cores=*/1, failures);
  if (failed(candidate) ||
      failed(checkEmittable(*group, candidate->plan, variant, failures)))
    return;
  PlanCost cost = estimateGroup(*group, candidate->plan, variant, /*cores=*/1);
  double before = double(known.getCost().getPredicted());
  LDBG() << "@" << named.name << ": " << int64_t(before)
         << " cycles, on one core " << int64_t(cost.predicted);
  if (cost.predicted < kPart * before * double(beside))
    root->setAttr(PlanAttr::kAttrName,
                  getPlanAttr(*group, *candidate, /*cores=*/1));
}

void matrix::planHorizontally(
    ArrayRef<NamedGroup> groups, const desc::VariantInfo &variant,
    int64_t cores, function_ref<bool(const NamedGroup &)> isPrescribed) {
  if (cores == 1 || isDisabled(groups.front().root, Technique::Fusion))
    return;
  llvm::MapVector<Block *, SmallVector<const NamedGroup *>> candidates;
  for (const NamedGroup &group : groups)
    if (!getChainNumber(group.root) && !isPrescribed(group) &&
        readsOnlyArguments(group))
      candidates[linalg::GenericOp(group.root)->getBlock()].push_back(&group);
  for (auto &[block, members] : candidates)
    if (members.size() > 1)
      for (const NamedGroup *group : members)
        planForOneCore(*group, variant,
                       std::min<int64_t>(cores, members.size()));
}
