//===- PlanCandidates.cpp - plans to be measured --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates are the best plans of the cost function. A group without one has
// its plan and up to eight neighbors, with half or twice the rows or columns.
// Each is verified as a plan of a file would be; neighbors may exceed the
// scratchpad, for instance.
//
//===----------------------------------------------------------------------===//

#include "PlanCandidates.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Groups/GroupCost.h"
#include "Plan/Groups/PlanAttributes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;

/// Returns the extent of a block times 2 to the power of `exponent`, in whole
/// tiles; no value if the dimension does not have it.
static std::optional<int64_t> scale(const FusionGroup &group,
                                    const BlockPlan &plan,
                                    const desc::VariantInfo &variant, int dim,
                                    int exponent) {
  if (!exponent)
    return plan.blockOf(dim);
  if (dim < 0)
    return std::nullopt;
  int64_t minimum = BlockSizes(group, plan, variant).minimumExtent(dim);
  int64_t maximum = llvm::alignTo(group.dims[dim].extent, minimum);
  int64_t block = plan.block[dim];
  int64_t half = llvm::alignTo(std::max<int64_t>(block / 2, 1), minimum);
  int64_t scaled = exponent < 0 ? half : std::min(2 * block, maximum);
  return scaled == block ? std::nullopt : std::optional(scaled);
}

static void setBlock(const FusionGroup &group, BlockPlan &plan, int dim,
                     int64_t block) {
  if (dim < 0)
    return;
  plan.block[dim] = block;
  plan.count[dim] = llvm::divideCeil(group.dims[dim].extent, block);
}

/// Returns plans with blocks of other extents that fit the scratchpad, those
/// that differ in one dimension first.
static std::vector<PlanCandidate> getNeighbors(const FusionGroup &group,
                                               const BlockPlan &plan,
                                               const desc::VariantInfo &variant,
                                               int64_t cores) {
  static constexpr std::pair<int, int> kExponents[] = {
      {-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {1, 1}, {-1, 1}, {1, -1}};
  std::vector<PlanCandidate> result;
  for (auto [rowExponent, colExponent] : kExponents) {
    auto rows = scale(group, plan, variant, plan.rows, rowExponent);
    auto cols = scale(group, plan, variant, plan.cols, colExponent);
    if (!rows || !cols)
      continue;
    PlanCandidate candidate{plan, std::nullopt};
    setBlock(group, candidate.plan, plan.rows, *rows);
    setBlock(group, candidate.plan, plan.cols, *cols);
    candidate.plan.chooseBuffers(group, cores);
    candidate.plan.chooseMulticasts(group, variant);
    candidate.cost = estimateGroup(group, candidate.plan, variant, cores);
    result.push_back(std::move(candidate));
  }
  return result;
}

/// Returns whether --plan accepts the plan.
static bool isPossible(const NamedGroup &named, PlanAttr plan,
                       const desc::VariantInfo &variant) {
  MatchFailureRecorder failures;
  FailureOr<FusionGroup> group =
      getFusionGroup(named.root, named.epilogue, failures);
  return succeeded(group) &&
         succeeded(getBlockPlan(*group, plan, variant, failures));
}

SmallVector<PlanAttr> matrix::getPlanCandidates(
    const NamedGroup &named, const FusionGroup &group,
    const PlanCandidate &chosen, const PlanCandidates &found,
    const desc::VariantInfo &variant, int64_t cores, unsigned maximum) {
  SmallVector<PlanAttr> plans = {getPlanAttr(group, chosen, cores)};
  if (maximum == 1)
    return plans;
  for (const PlanCandidate &candidate :
       found.best.empty() ? getNeighbors(group, chosen.plan, variant, cores)
                          : found.best) {
    PlanAttr plan = getPlanAttr(group, candidate, cores);
    if (plans.size() < maximum && !llvm::is_contained(plans, plan) &&
        isPossible(named, plan, variant))
      plans.push_back(plan);
  }
  return plans;
}

std::string matrix::describePlan(PlanAttr plan) {
  std::string text;
  llvm::raw_string_ostream os(text);
  CostAttr cost = plan.getCost();
  os << cost.getPredicted() << " cycles, limit " << cost.getLimit()
     << " (products " << cost.getProducts() << ", loads " << cost.getLoads()
     << ", dram " << cost.getDram() << "):";
  for (LoopAttr loop : plan.getLoops()) {
    if (loop.getRole() == LoopRole::Outer)
      continue;
    os << ' ' << loop.getRole() << ' ' << loop.getBlock();
    if (loop.getDivision() == LoopDivision::Grid)
      os << " over " << loop.getCores() << " cores";
    os << ',';
  }
  if (!plan.getRegisters().empty())
    os << " registers " << plan.getRegisters().front() << " x "
       << plan.getRegisters().back();
  return text;
}
