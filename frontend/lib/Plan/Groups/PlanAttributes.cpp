//===- PlanAttributes.cpp - plans as attributes ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute has the decisions of a plan. The merged and split dimensions of
// the group, their roles in tiles, and the column blocks follow from the group
// and the target.
//
//===----------------------------------------------------------------------===//

#include "PlanAttributes.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Groups/PlanVerifier.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

LoopRole matrix::getLoopRole(const BlockPlan &plan, int dim) {
  if (dim == plan.rows)
    return LoopRole::Rows;
  if (dim == plan.cols)
    return LoopRole::Columns;
  return dim == plan.depth ? LoopRole::Depth : LoopRole::Outer;
}

ValuePlace matrix::getAccumulatorPlace(const FusionGroup &group,
                                       const BlockPlan &plan) {
  if (plan.reductionSteps(group) == 1)
    return ValuePlace::Registers;
  return accumulatesInResult(group) ? ValuePlace::Result
                                    : ValuePlace::Scratchpad;
}

SmallVector<ValueRole> matrix::getValueRoles(const FusionGroup &group,
                                             const BlockPlan &plan) {
  SmallVector<ValueRole> roles;
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    roles.push_back(load.role);
  if (group.kind != FusionGroupKind::Elementwise)
    roles.push_back(ValueRole::Accumulators);
  roles.append(group.outputs.size(), ValueRole::Result);
  return roles;
}

//===----------------------------------------------------------------------===//
// To attributes
//===----------------------------------------------------------------------===//

SmallVector<LoopAttr> matrix::getLoopAttrs(const FusionGroup &group,
                                           const BlockPlan &plan) {
  MLIRContext *context = group.root->getContext();
  SmallVector<LoopAttr> loops;
  auto add = [&](int dim, LoopDivision division, int64_t cores) {
    loops.push_back(LoopAttr::get(context, getLoopRole(plan, dim), dim,
                                  group.dims[dim].extent, plan.block[dim],
                                  division, cores));
  };
  for (int dim : plan.distributedDims) {
    if (plan.grid.empty())
      add(dim, LoopDivision::Cyclic, 1);
    else
      add(dim, LoopDivision::Grid, plan.grid[dim]);
  }
  for (int dim : plan.sequentialDims)
    add(dim, LoopDivision::Sequential, 1);
  return loops;
}

static SmallVector<ValueAttr> getValues(const FusionGroup &group,
                                        const BlockPlan &plan) {
  MLIRContext *context = group.root->getContext();
  SmallVector<LoadedOperand> loads = getLoadedOperands(group, plan);
  SmallVector<ValueAttr> values;
  for (ValueRole role : getValueRoles(group, plan)) {
    unsigned i = values.size();
    if (role == ValueRole::Accumulators)
      values.push_back(ValueAttr::get(context, role,
                                      getAccumulatorPlace(group, plan), 1, 1));
    else if (role == ValueRole::Result)
      values.push_back(ValueAttr::get(context, role, ValuePlace::Scratchpad,
                                      plan.storeBuffers, 1));
    else
      values.push_back(ValueAttr::get(
          context, role, ValuePlace::Scratchpad, plan.loadBuffers[i],
          plan.multicasts[i] ? plan.numSharers(*loads[i].operand) : 1));
  }
  return values;
}

CostAttr matrix::getCostAttr(MLIRContext *context, const PlanCost &cost) {
  return CostAttr::get(context, std::llround(cost.products),
                       std::llround(cost.loads), std::llround(cost.dram),
                       std::llround(cost.predicted), cost.limit());
}

PlanAttr matrix::getPlanAttr(const FusionGroup &group,
                             const PlanCandidate &candidate, int64_t cores) {
  MLIRContext *context = group.root->getContext();
  const BlockPlan &plan = candidate.plan;
  SmallVector<int64_t> registers;
  if (group.kind == FusionGroupKind::Contraction)
    registers = {plan.accumulatorRows, plan.accumulatorCols};
  return PlanAttr::get(context, cores, getLoopAttrs(group, plan), registers,
                       getValues(group, plan),
                       candidate.cost ? getCostAttr(context, *candidate.cost)
                                      : CostAttr());
}

//===----------------------------------------------------------------------===//
// From attributes
//===----------------------------------------------------------------------===//

static void setLoops(ArrayRef<LoopAttr> loops, BlockPlan &plan) {
  plan.block.assign(loops.size(), 1);
  plan.count.assign(loops.size(), 1);
  for (LoopAttr loop : loops) {
    int dim = loop.getDim();
    plan.block[dim] = loop.getBlock();
    plan.count[dim] = llvm::divideCeil(loop.getExtent(), loop.getBlock());
    if (loop.getDivision() == LoopDivision::Sequential)
      plan.sequentialDims.push_back(dim);
    else
      plan.distributedDims.push_back(dim);
    if (loop.getDivision() != LoopDivision::Grid)
      continue;
    plan.grid.resize(loops.size(), 1);
    plan.grid[dim] = loop.getCores();
  }
}

static void setValues(ArrayRef<ValueAttr> values, BlockPlan &plan) {
  for (ValueAttr value : values) {
    if (value.getRole() == ValueRole::Result)
      plan.storeBuffers = value.getBuffers();
    else if (value.getRole() != ValueRole::Accumulators) {
      plan.loadBuffers.push_back(value.getBuffers());
      plan.multicasts.push_back(value.getMulticast() > 1);
    }
  }
}

FailureOr<BlockPlan> matrix::getBlockPlan(FusionGroup &group, PlanAttr attr,
                                          const desc::VariantInfo &variant,
                                          MatchFailureRecorder &failures) {
  BlockPlan plan;
  assignDimensionRoles(group, variant, plan);
  PlanVerifier verifier(group, plan, attr, variant, failures);
  if (failed(verifier.verifyLoops()) || failed(verifier.verifyRegisters()))
    return failure();
  if (!attr.getRegisters().empty()) {
    plan.accumulatorRows = attr.getRegisters().front();
    plan.accumulatorCols = attr.getRegisters().back();
  }
  setLoops(attr.getLoops(), plan);
  if (failed(verifier.verifyBlocks()) || failed(verifier.verifyDivision()) ||
      failed(verifier.verifyValues()))
    return failure();
  setValues(attr.getValues(), plan);
  if (failed(verifier.verifyFootprint()))
    return failure();
  return plan;
}
