//===- FirstBlocks.cpp - blocks that planning starts with -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts from the whole extents, limits them to an upper bound, and halves the
// longer side until the buffers of a core fit the scratchpad and, if possible,
// every core has a block. Extents are whole tiles. The depth is halved first if
// it has more tiles than rows and columns; windows are divided only if no
// extent can be halved.
//
//===----------------------------------------------------------------------===//

#include "FirstBlocks.h"
#include "GroupCost.h"
#include "Plan/Blocks/WindowReduction.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

bool FirstBlocks::chooseFirstBlocks(int64_t budget) {
  initialize();
  limitExtents();
  if (!shrinkToFit(budget))
    return false;
  shrinkForCores();
  return true;
}

void FirstBlocks::initialize() {
  plan.block.assign(group.dims.size(), 1);
  for (int dim : {plan.rows, plan.cols, plan.depth})
    if (dim >= 0)
      plan.block[dim] =
          llvm::alignTo(group.dims[dim].extent, minimumExtent(dim));
  for (int dim : plan.innerDepth)
    plan.block[dim] = group.dims[dim].extent;
  updateCounts();
}

void FirstBlocks::halve(int dim) {
  plan.block[dim] = llvm::alignTo(plan.block[dim] / 2, minimumExtent(dim));
  updateCounts();
}

/// Returns rows or columns, whichever has more tiles.
int FirstBlocks::largerSide(bool parallelOnly) const {
  int best = -1;
  for (int dim : {plan.rows, plan.cols})
    if (canHalve(dim) && !(parallelOnly && group.dims[dim].reduction) &&
        (best < 0 || plan.block[dim] / minimumExtent(dim) >
                         plan.block[best] / minimumExtent(best)))
      best = dim;
  return best;
}

int64_t FirstBlocks::footprint() {
  plan.chooseBuffers(group, cores);
  return BlockSizes(group, plan, variant).footprint();
}

int64_t FirstBlocks::parallelBlocks() const {
  int64_t result = 1;
  for (auto [dim, count] : llvm::zip_equal(group.dims, plan.count))
    result *= dim.reduction ? 1 : count;
  return result;
}

int64_t FirstBlocks::maximumExtent(int dim) const {
  const desc::Parameters &parameters = variant.parameters;
  return (dim == plan.depth ? parameters.blockDepth : parameters.blockExtent)
      .value_or(std::numeric_limits<int64_t>::max());
}

void FirstBlocks::limitExtents() {
  for (int dim : {plan.rows, plan.cols, plan.depth})
    while (canHalve(dim) && plan.block[dim] > maximumExtent(dim))
      halve(dim);
}

bool FirstBlocks::shrinkToFit(int64_t budget) {
  while (footprint() > budget) {
    int side = largerSide(/*parallelOnly=*/false);
    bool depthFirst =
        canHalve(plan.depth) &&
        (side < 0 || plan.block[plan.depth] / minimumExtent(plan.depth) >
                         plan.block[side] / minimumExtent(side));
    int dim = depthFirst ? plan.depth : side;
    if (dim >= 0)
      halve(dim);
    else if (!divideWindow())
      return false;
  }
  return true;
}

/// Windows that do not fit are processed in several steps.
bool FirstBlocks::divideWindow() {
  if (reducesWindows(group, plan))
    return false;
  for (int dim : plan.innerDepth)
    if (plan.block[dim] > 1) {
      plan.block[dim] = 1;
      updateCounts();
      return true;
    }
  return false;
}

void FirstBlocks::growInnerBlocks(int64_t budget) {
  constexpr int64_t kMinBlocks = 2;
  for (int dim : llvm::reverse(plan.innerRows))
    while (plan.block[dim] < group.dims[dim].extent) {
      int64_t block = plan.block[dim];
      plan.block[dim] = std::min(2 * block, group.dims[dim].extent);
      updateCounts();
      if (footprint() <= budget && parallelBlocks() >= kMinBlocks * cores)
        continue;
      plan.block[dim] = block;
      updateCounts();
      return;
    }
}

/// Halves blocks until there is one for each core.
void FirstBlocks::shrinkForCores() {
  while (parallelBlocks() < cores) {
    int dim = largerSide(/*parallelOnly=*/true);
    if (dim < 0)
      return;
    halve(dim);
  }
}

/// A step loads accumulators, and waits at least for the latency of DRAM.
void FirstBlocks::growReducedBlocks(int64_t budget) {
  if (group.kind != FusionGroupKind::Reduction)
    return;
  auto predict = [&]() {
    plan.chooseBuffers(group, cores);
    return estimateGroup(group, plan, variant, cores).predicted;
  };
  for (int dim : {plan.cols, plan.rows}) {
    if (dim < 0 || !group.dims[dim].reduction)
      continue;
    BlockPlan best = plan;
    double minimum = predict();
    while (plan.count[dim] > 1) {
      plan.block[dim] =
          llvm::alignTo(std::min(2 * plan.block[dim], group.dims[dim].extent),
                        minimumExtent(dim));
      updateCounts();
      if (footprint() > budget)
        break;
      if (double cycles = predict(); cycles < minimum) {
        best = plan;
        minimum = cycles;
      }
    }
    plan = best;
  }
}
