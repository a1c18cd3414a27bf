//===- WindowRoles.cpp - inner dimensions of convolutions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a tensor dimension that several loops index, or one in steps.
// Rows and columns are the parallel loops of one operand each with the smallest
// stride in the result; the other loops of the operands become inner
// dimensions. Alternatives, gathered depth and removed padding first, are
// tested with the smallest blocks; the first whose operands have layouts is
// taken. A copy that transposes a short dimension has the same layouts.
//
//===----------------------------------------------------------------------===//

#include "Access/GatheredDepth.h"
#include "Access/Padding/Padding.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Blocks/WindowLayout.h"
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

/// Returns whether the loop alone indexes a dimension of the tensor.
static bool isAlone(const StridedOperand &operand, int loop) {
  return llvm::any_of(operand.tensorDims, [&](const TensorDim &dim) {
    return dim.factors[loop] == 1 &&
           llvm::count(dim.factors, 0) + 1 == int64_t(dim.factors.size());
  });
}

/// Returns the best dimension that satisfies the predicate, or -1. Those of
/// extent 1, such as the only channel of a result, are the last choice.
template <typename Predicate, typename Score>
static int selectDim(const FusionGroup &group, Predicate predicate,
                     Score score) {
  int best = -1;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (predicate(d) &&
        (best < 0 || std::pair(group.dims[d].extent > 1, score(d)) >
                         std::pair(group.dims[best].extent > 1, score(best))))
      best = d;
  return best;
}

bool matrix::selectWindowDims(FusionGroup &group) {
  if (group.kind != FusionGroupKind::Contraction)
    return false;
  const StridedInput &lhs = group.inputs[group.lhs],
                     &rhs = group.inputs[group.rhs];
  if (!hasWindow(group, lhs) && !hasWindow(group, rhs))
    return false;
  auto isParallel = [&](int d, bool inLhs) {
    return !group.dims[d].reduction && lhs.dependsOn(d) == inLhs &&
           rhs.dependsOn(d) != inLhs;
  };
  auto isAdjacent = [&](int d) { return -group.outputs.front().strides[d]; };
  group.m =
      selectDim(group, [&](int d) { return isParallel(d, true); }, isAdjacent);
  group.n =
      selectDim(group, [&](int d) { return isParallel(d, false); }, isAdjacent);
  group.k = selectDim(
      group,
      [&](int d) {
        return group.dims[d].reduction && group.dims[d].extent > 1 &&
               isAlone(lhs, d) && isAlone(rhs, d);
      },
      [&](int d) { return group.dims[d].extent; });
  return group.m >= 0 && group.n >= 0 && group.k >= 0;
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
  FusionGroup selected = group;
  if (!selectWindowDims(selected))
    return false;
  for (auto [gathers, removesPadding] :
       {std::pair(true, true), std::pair(true, false), std::pair(false, true),
        std::pair(false, false)}) {
    FusionGroup ordered = selected;
    BlockPlan roles;
    if (removesPadding)
      for (unsigned input : {group.lhs, group.rhs})
        if (getZeroPadding(group.inputs[input].tensor))
          removePadding(ordered.inputs[input]);
    if (gathers && !gatherDepth(ordered, variant))
      continue;
    if (!assignRoles(ordered, variant, roles))
      continue;
    group = std::move(ordered);
    plan = std::move(roles);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Transpositions
//===----------------------------------------------------------------------===//

static bool onlyMoves(const FusionGroup &group) {
  linalg::GenericOp op = group.root;
  return group.kind == FusionGroupKind::Elementwise && !group.epilogue &&
         group.inputs.size() == 1 && group.outputs.size() == 1 &&
         llvm::hasSingleElement(*op.getBody()) &&
         group.lastBody().getTerminator()->getOperand(0) ==
             group.inputs.front().argument;
}

/// Describes a tensor by the strides of the loops, if each of them has its own.
/// Returns false otherwise.
static bool setTensorDims(const FusionGroup &group, StridedOperand &operand) {
  operand.tensorDims.clear();
  if (operand.offset != 0)
    return false;
  SmallVector<int> order;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (operand.strides[d] > 0 && group.dims[d].extent > 1)
      order.push_back(d);
  llvm::sort(order, [&](int a, int b) {
    return operand.strides[a] > operand.strides[b];
  });
  int64_t inner = 1;
  for (int d : llvm::reverse(order)) {
    if (operand.strides[d] < inner)
      return false;
    inner = operand.strides[d] * group.dims[d].extent;
  }
  for (int d : order) {
    TensorDim dim{group.dims[d].extent, operand.strides[d], 0, {}};
    dim.factors.assign(group.dims.size(), 0);
    dim.factors[d] = 1;
    operand.tensorDims.push_back(dim);
  }
  return !order.empty();
}

bool matrix::assignTransposeRoles(FusionGroup &group,
                                  const desc::VariantInfo &variant,
                                  BlockPlan &plan) {
  if (!onlyMoves(group))
    return false;
  FusionGroup moved = group;
  BlockPlan roles;
  roles.hasWindows = true;
  roles.columnBlocks = countColumnBlocks(group);
  StridedOperand &input = moved.inputs.front(), &output = moved.outputs.front();
  for (int d = 0, e = moved.dims.size(); d < e; ++d) {
    if (moved.dims[d].extent == 1)
      continue;
    if (input.strides[d] == 1)
      roles.rows = d;
    else if (output.strides[d] == 1)
      roles.cols = d;
    else
      roles.innerRows.push_back(d);
  }
  if (roles.rows < 0 || roles.cols < 0 ||
      moved.dims[roles.rows].extent >= variant.tileRows)
    return false;
  // Tiles end in rows that the next ones overwrite.
  llvm::sort(roles.innerRows, [&](int a, int b) {
    return output.strides[a] > output.strides[b];
  });
  if (!setTensorDims(moved, input) || !setTensorDims(moved, output))
    return false;
  setSmallestBlocks(moved, variant, roles);
  bool isEmittable =
      hasLayout(moved, roles, variant, input, roles.rows, roles.cols,
                /*isOutput=*/false) &&
      hasLayout(moved, roles, variant, output, roles.rows, roles.cols,
                /*isOutput=*/true);
  if (!isEmittable)
    return false;
  group = std::move(moved);
  plan = std::move(roles);
  return true;
}
