//===- LaunchCost.cpp - cycles of a launch, by operands -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operands of a chain are those of its boundary. The total comes from the
// cost functions of groups and chains, the cycles of each loaded or stored
// block from BlockTransfers. A launch has no cost if its plan cannot be rebuilt
// from the attributes of its roots.
//
//===----------------------------------------------------------------------===//

#include "LaunchCost.h"
#include "Plan/Blocks/BlockTransfers.h"
#include "Plan/Chains/ChainCost.h"
#include "Plan/Chains/StageCost.h"
#include "Plan/Groups/GroupCost.h"
#include "Plan/Groups/PlanAttributes.h"

using namespace mlir;
using namespace matrix;

static LaunchCost addTransfers(const FusionGroup &group, const BlockPlan &plan,
                               const desc::VariantInfo &variant, int64_t cores,
                               const PlanCost &cost, ValueRange results) {
  BlockTransfers transfers(group, plan, variant, cores);
  LaunchCost launch;
  launch.predicted = cost.predicted;
  launch.steps = double(plan.numRounds(cores) * plan.numSteps());
  launch.compute = std::max(cost.products, cost.loads);
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    launch.loads.push_back(
        {skipReshapes(load.operand->tensor),
         transfers.getCycles(*load.operand, load.rowDim, load.colDim)});
  for (auto [output, result] : llvm::zip(group.outputs, results))
    launch.stores.push_back(
        {result, transfers.getCycles(output, plan.rows, plan.cols,
                                     /*isOutput=*/true)});
  return launch;
}

static std::optional<LaunchCost> getChainCost(const PlannedLaunch &launch,
                                              const desc::VariantInfo &variant,
                                              int64_t cores) {
  MatchFailureRecorder failures;
  FailureOr<GroupChain> chain =
      formGroupChain(launch.members, variant, cores, /*rowBlock=*/0, failures);
  if (failed(chain))
    return std::nullopt;
  SmallVector<Value> results;
  for (const StridedOperand &output : chain->boundary.outputs)
    results.push_back(output.tensor);
  LaunchCost cost =
      addTransfers(chain->boundary, chain->plan, variant, cores,
                   estimateChain(*chain, variant, cores), results);
  cost.compute =
      std::max(cost.compute, cost.steps * getChainStepCycles(*chain, variant));
  return cost;
}

/// Returns the cycles in which an elementwise group computes, by which its
/// prediction (GroupCost.cpp) exceeds the first loads and the last stores:
///
///   step + max((steps - 1) * step, other transfers)
static double getComputeCycles(const LaunchCost &launch, double dram,
                               const desc::VariantInfo &variant) {
  double ends = launch.firstLoads() + launch.lastStores(),
         between = launch.predicted - ends -
                   2 * double(variant.parameters.dramLatency.value_or(0)) -
                   double(variant.parameters.barrierLatency.value_or(0));
  return launch.steps *
         std::min(between / launch.steps, between - (dram - ends));
}

std::optional<LaunchCost>
matrix::getLaunchCost(const PlannedLaunch &launch,
                      const desc::VariantInfo &variant, int64_t cores) {
  if (launch.chain)
    return getChainCost(launch, variant, cores);
  ChainMember member = launch.members.front();
  auto attr = member.root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
  FusionGroup group = launch.groups.front();
  MatchFailureRecorder failures;
  FailureOr<BlockPlan> plan = failure();
  if (attr)
    plan = getBlockPlan(group, attr, variant, failures);
  if (failed(plan))
    return std::nullopt;
  PlanCost cost = estimateGroup(group, *plan, variant, cores);
  LaunchCost result = addTransfers(group, *plan, variant, cores, cost,
                                   member.last()->getResults());
  if (group.kind == FusionGroupKind::Elementwise)
    result.compute =
        std::max(result.compute, getComputeCycles(result, cost.dram, variant));
  return result;
}
