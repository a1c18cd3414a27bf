//===- WindowRoles.cpp - inner dimensions of convolutions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes windows by the dimensions of the tensors, and tests the roles with
// the smallest blocks.
//
//===----------------------------------------------------------------------===//

#include "WindowRoles.h"
#include "Access/Padding.h"
#include "BlockSizes.h"
#include "DimensionRoles.h"
#include "WindowLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

/// Returns whether a dimension of the tensor is indexed by several loops, or in
/// steps.
static bool hasWindow(const FusionGroup &group, const StridedOperand &operand) {
  return llvm::any_of(operand.tensorDims, [&](const TensorDim &dim) {
    int64_t loops = 0, steps = 0;
    for (auto [factor, loop] : llvm::zip_equal(dim.factors, group.dims)) {
      bool isUsed = factor != 0 && loop.extent > 1;
      loops += isUsed;
      steps += isUsed && factor != 1;
    }
    return loops > 1 || steps > 0;
  });
}

static void setInnerDims(const FusionGroup &group, BlockPlan &plan) {
  for (auto [d, dim] : llvm::enumerate(group.dims)) {
    int loop = int(d);
    bool isTile = loop == plan.rows || loop == plan.cols || loop == plan.depth;
    if (isTile || dim.extent == 1)
      continue;
    bool inLhs = group.inputs[group.lhs].dependsOn(loop),
         inRhs = group.inputs[group.rhs].dependsOn(loop);
    if (dim.reduction)
      plan.innerDepth.push_back(loop);
    else if (inLhs != inRhs)
      (inLhs ? plan.innerRows : plan.innerCols).push_back(loop);
  }
}

/// Sets the smallest blocks with whole windows.
static void setSmallestBlocks(const FusionGroup &group,
                              const desc::VariantInfo &variant,
                              BlockPlan &plan) {
  plan.block.assign(group.dims.size(), 1);
  for (int dim : {plan.rows, plan.cols, plan.depth})
    plan.block[dim] = BlockSizes(group, plan, variant).minimumExtent(dim);
  for (int dim : plan.innerDepth)
    plan.block[dim] = group.dims[dim].extent;
  plan.count.clear();
  for (auto [dim, block] : llvm::zip_equal(group.dims, plan.block))
    plan.count.push_back(llvm::divideCeil(dim.extent, block));
}

static bool hasLayout(const FusionGroup &group, const BlockPlan &plan,
                      const desc::VariantInfo &variant,
                      const StridedOperand &operand, int rowDim, int colDim,
                      bool isOutput) {
  if (hasBox(operand, plan, colDim, isOutput))
    return getWindowLayout(group, plan, variant, operand, rowDim, colDim,
                           isOutput)
        .has_value();
  // Vectors have one element per row or column.
  return !(operand.dependsOn(plan.rows) && !plan.innerRows.empty()) &&
         !(operand.dependsOn(plan.cols) && !plan.innerCols.empty());
}

static bool assignRoles(FusionGroup &group, const desc::VariantInfo &variant,
                        BlockPlan &plan) {
  plan.columnBlocks = countColumnBlocks(group);
  plan.accumulatorCols = plan.columnBlocks;
  plan.hasWindows = true;
  assignContractionRoles(group, plan);
  setInnerDims(group, plan);
  setSmallestBlocks(group, variant, plan);
  auto isReadable = [&](const LoadedOperand &load) {
    return hasLayout(group, plan, variant, *load.operand, load.rowDim,
                     load.colDim, /*isOutput=*/false);
  };
  auto isWritable = [&](const StridedOperand &output) {
    return hasLayout(group, plan, variant, output, plan.rows, plan.cols,
                     /*isOutput=*/true);
  };
  return llvm::all_of(getLoadedOperands(group, plan), isReadable) &&
         llvm::all_of(group.outputs, isWritable);
}

bool matrix::assignWindowRoles(FusionGroup &group,
                               const desc::VariantInfo &variant,
                               BlockPlan &plan) {
  if (group.kind != FusionGroupKind::Contraction || group.m < 0 ||
      group.n < 0 ||
      !(hasWindow(group, group.inputs[group.lhs]) ||
        hasWindow(group, group.inputs[group.rhs])))
    return false;
  for (bool removesPadding : {true, false}) {
    FusionGroup ordered = group;
    BlockPlan roles;
    if (removesPadding)
      for (unsigned input : {group.lhs, group.rhs})
        removePadding(ordered.inputs[input]);
    if (!assignRoles(ordered, variant, roles))
      continue;
    group = std::move(ordered);
    plan = std::move(roles);
    return true;
  }
  return false;
}
