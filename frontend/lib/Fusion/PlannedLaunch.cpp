//===- PlannedLaunch.cpp - launches and their plans -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans groups and chains again, and predicts their cycles. The attributes of
// the roots are both the input, as marks of resident values, and the output, as
// plans; a caller that rejects a plan restores them.
//
//===----------------------------------------------------------------------===//

#include "PlannedLaunch.h"
#include "Feasibility/TileFeasibility.h"
#include "Plan/Chains/ChainCost.h"
#include "Plan/Groups/Blocking.h"
#include "Plan/Groups/PlanAttributes.h"
#include "Plan/Residents/ResidentBlock.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-plan-fusion-groups"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// Adds a group to the launch of its chain, or to one of its own.
static void addGroup(const NamedGroup &named, FusionGroup group,
                     std::vector<PlannedLaunch> &launches) {
  int64_t chain = getChainNumber(named.root);
  auto launch = llvm::find_if(launches, [&](const PlannedLaunch &other) {
    return chain && other.chain == chain;
  });
  if (launch == launches.end())
    launch = launches.insert(launches.end(), PlannedLaunch());
  launch->chain = chain;
  launch->members.push_back({named.root, named.epilogue});
  launch->groups.push_back(std::move(group));
  Operation *last = launch->members.back().last();
  if (!launch->position || launch->position->isBeforeInBlock(last))
    launch->position = last;
}

std::vector<std::vector<PlannedLaunch>>
matrix::getLaunches(ArrayRef<NamedGroup> groups) {
  llvm::MapVector<Block *, std::vector<PlannedLaunch>> blocks;
  for (const NamedGroup &named : groups) {
    MatchFailureRecorder failures;
    linalg::GenericOp root = named.root;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, named.epilogue, failures);
    assert(succeeded(group) && "planned, but not a group");
    addGroup(named, std::move(*group), blocks[root->getBlock()]);
  }
  std::vector<std::vector<PlannedLaunch>> result;
  for (auto &[block, launches] : blocks) {
    llvm::sort(launches, [](const PlannedLaunch &a, const PlannedLaunch &b) {
      return a.position->isBeforeInBlock(b.position);
    });
    result.push_back(std::move(launches));
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

void LaunchPlanner::estimate(PlannedLaunch &launch) {
  linalg::GenericOp root = launch.members.front().root;
  if (!launch.chain) {
    auto plan = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
    launch.cycles = plan.getCost() ? double(plan.getCost().getPredicted()) : 0;
    return;
  }
  MatchFailureRecorder failures;
  FailureOr<GroupChain> chain =
      formGroupChain(launch.members, variant, cores, /*rowBlock=*/0, failures);
  launch.cycles =
      succeeded(chain) ? estimateChainCycles(*chain, variant, cores) : 0;
}

bool LaunchPlanner::replan(PlannedLaunch &launch) {
  residentLayouts.clear();
  return launch.chain ? replanChain(launch) : replanGroup(launch);
}

bool LaunchPlanner::replanChain(PlannedLaunch &launch) {
  MatchFailureRecorder failures;
  FailureOr<GroupChain> chain =
      formGroupChain(launch.members, variant, cores, /*rowBlock=*/0, failures);
  linalg::GenericOp root = launch.members.front().root;
  TileTrialSelection trial(root.getContext(), variant, cores);
  if (failed(chain) || failed(trial.select(*chain, failures))) {
    LDBG() << "no resident value in a chain: " << failures.message();
    return false;
  }
  launch.cycles = estimateChainCycles(*chain, variant, cores);
  residentLayouts = getResidentLayouts(chain->boundary, chain->plan, variant);
  for (auto [i, stage] : llvm::enumerate(chain->stages))
    stage.group.root->setAttr(PlanAttr::kAttrName,
                              getChainPlanAttr(*chain, i, cores));
  return true;
}

bool LaunchPlanner::replanGroup(PlannedLaunch &launch) {
  MatchFailureRecorder failures;
  ChainMember member = launch.members.front();
  FailureOr<FusionGroup> group =
      getFusionGroup(member.root, member.epilogue, failures);
  FailureOr<PlanCandidate> candidate = failure();
  if (succeeded(group))
    candidate = planBlocks(*group, variant, cores, failures);
  if (failed(candidate) ||
      !fitsResidents(*group, candidate->plan, variant, cores) ||
      failed(checkEmittable(*group, candidate->plan, variant, failures))) {
    LDBG() << "no resident value in a group: " << failures.message();
    return false;
  }
  launch.cycles = candidate->cost ? candidate->cost->predicted : 0;
  residentLayouts = getResidentLayouts(*group, candidate->plan, variant);
  member.root->setAttr(PlanAttr::kAttrName,
                       getPlanAttr(*group, *candidate, cores));
  return true;
}

std::optional<ResidentLayout>
LaunchPlanner::getResidentLayout(PlannedLaunch &launch, int64_t number) {
  double cycles = launch.cycles;
  bool isPossible = replan(launch);
  launch.cycles = cycles;
  auto found = llvm::find_if(residentLayouts, [&](const auto &resident) {
    return resident.first == number;
  });
  return isPossible && found != residentLayouts.end()
             ? std::optional(found->second)
             : std::nullopt;
}
