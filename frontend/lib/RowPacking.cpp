//===- RowPacking.cpp - packing of tensors --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the operands that get packed copies, and compares the number of
// elements copied with the number of multiplications.
//
//===----------------------------------------------------------------------===//

#include "RowPacking.h"

using namespace mlir;
using namespace matrix;

static bool isPadded(const RowCluster &cluster, OpOperand &use) {
  return llvm::any_of(cluster.tiledAxesOf(use), [&](unsigned axis) {
    return cluster.axes[axis].isPadded();
  });
}

/// Returns whether a block is not a slice of the tensor: one of its dimensions
/// depends on several loop dimensions, or does not cover all elements.
static bool isScattered(const RowCluster &cluster, OpOperand &use) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  const AxisList &axes = cluster.loops.find(op)->second;
  for (AffineExpr index : op.getMatchingIndexingMap(&use).getResults()) {
    int64_t sum = 0;
    for (auto [loop, axis] : llvm::enumerate(axes))
      if (cluster.axes[axis].isTiled())
        sum += coefficientOf(index, loop);
    if (sum > 1)
      return true;
  }
  return false;
}

/// Returns whether a block is contiguous in memory: all but its outermost
/// dimension are complete innermost dimensions of the tensor.
static bool isDense(const RowCluster &cluster, OpOperand &use) {
  unsigned left = cluster.tiledAxesOf(use).size();
  for (std::optional<unsigned> axis : llvm::reverse(cluster.axesOf(use))) {
    if (left <= 1)
      return true;
    if (!axis || !cluster.axes[*axis].isTiled() ||
        cluster.axes[*axis].blocks() > 1)
      return false;
    --left;
  }
  return true;
}

static bool isFactor(const RowCluster &cluster, OpOperand &use) {
  auto found = cluster.contractions.find(use.getOwner());
  return found != cluster.contractions.end() &&
         (found->second.lhs == &use || found->second.rhs == &use);
}

void matrix::choosePacking(RowCluster &cluster, Packing packing) {
  cluster.packed.clear();
  cluster.orderedPacking = packing == Packing::Ordered;
  SmallVector<OpOperand *> uses = cluster.leaves();
  uses.push_back(&cluster.output());
  for (OpOperand *use : uses)
    if (isPadded(cluster, *use) || isScattered(cluster, *use) ||
        (packing != Packing::Padded && !isDense(cluster, *use) &&
         !hasSums(*use)) ||
        (packing == Packing::Ordered && isFactor(cluster, *use)))
      cluster.packed.insert(use);
}

static double countPacked(const RowCluster &cluster, OpOperand &use) {
  double count = 1;
  for (unsigned axis : cluster.operandAxes(use))
    count *= cluster.axes[axis].blocks() * cluster.axes[axis].step();
  return count;
}

LogicalResult matrix::checkCosts(const RowCluster &cluster, std::string &why) {
  double products = 0, copied = 0;
  for (auto &entry : cluster.contractions) {
    double count = 1;
    for (unsigned axis : cluster.loops.find(entry.first)->second)
      count *= cluster.axes[axis].extent;
    products += count;
  }
  for (OpOperand *use : cluster.packed)
    copied += countPacked(cluster, *use);
  if (copied <= products)
    return success();
  why = "copying " + std::to_string(int64_t(copied)) +
        " elements into blocks takes longer than " +
        std::to_string(int64_t(products)) + " products";
  return failure();
}
