//===- OperandPacking.cpp - packing of tensors ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the operands that get packed copies. A block that is padded, or whose
// elements are not a slice of the tensor, needs a copy; a block that is not
// contiguous may need one, depending on the loads of the target. The cost is
// the number of elements copied, which may at most be the number of
// multiplications: packing then remains a constant factor of the work.
//
//===----------------------------------------------------------------------===//

#include "OperandPacking.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

static bool isPadded(const FusionTree &tree, OpOperand &use) {
  return llvm::any_of(tree.blockedDimsOf(use),
                      [&](unsigned dim) { return tree.dims[dim].isPadded(); });
}

/// Returns whether a block is not a slice of the tensor: a dimension depends on
/// several blocked loop dimensions, does not cover all elements, or is read
/// backwards, or a loop dimension indexes two dimensions (a diagonal).
static bool isScattered(const FusionTree &tree, OpOperand &use) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  const DimList &dims = tree.loops.find(op)->second;
  llvm::SmallBitVector indexing(tree.dims.size());
  for (AffineExpr index : op.getMatchingIndexingMap(&use).getResults()) {
    bool isIndexed = false;
    for (auto [loop, dim] : llvm::enumerate(dims)) {
      int64_t factor =
          tree.dims[dim].isBlocked() ? coefficientOf(index, loop) : 0;
      if (!factor)
        continue;
      if (factor != 1 || isIndexed || indexing.test(dim))
        return true;
      isIndexed = true;
      indexing.set(dim);
    }
  }
  return false;
}

/// Returns whether a block is contiguous in memory: all but its outermost
/// dimension are complete innermost dimensions of the tensor.
static bool isDense(const FusionTree &tree, OpOperand &use) {
  unsigned left = tree.blockedDimsOf(use).size();
  for (std::optional<unsigned> dim : llvm::reverse(tree.dimsOf(use))) {
    if (left <= 1)
      return true;
    if (!dim || !tree.dims[*dim].isBlocked() || tree.dims[*dim].numBlocks() > 1)
      return false;
    --left;
  }
  return true;
}

static bool isFactor(const FusionTree &tree, OpOperand &use) {
  auto found = tree.contractions.find(use.getOwner());
  return found != tree.contractions.end() &&
         (found->second.lhs == &use || found->second.rhs == &use);
}

void matrix::choosePacking(FusionTree &tree, Packing packing) {
  tree.packed.clear();
  tree.orderedPacking = packing == Packing::Ordered;
  SmallVector<OpOperand *> uses = tree.leaves();
  uses.push_back(&tree.output());
  for (OpOperand *use : uses)
    if (isPadded(tree, *use) || isScattered(tree, *use) ||
        (packing != Packing::Padded && !isDense(tree, *use) &&
         !hasSums(*use)) ||
        (packing == Packing::Ordered && isFactor(tree, *use)))
      tree.packed.insert(use);
}

static double countPacked(const FusionTree &tree, OpOperand &use) {
  double count = 1;
  for (unsigned dim : tree.operandDims(use))
    count *= tree.dims[dim].numBlocks() * tree.dims[dim].blockExtent();
  return count;
}

LogicalResult matrix::checkPackingCost(const FusionTree &tree,
                                       MatchFailureRecorder &failures) {
  double products = 0, copied = 0;
  for (auto &entry : tree.contractions) {
    double count = 1;
    for (unsigned dim : tree.loops.find(entry.first)->second)
      count *= tree.dims[dim].extent;
    products += count;
  }
  for (OpOperand *use : tree.packed)
    copied += countPacked(tree, *use);
  if (copied <= products)
    return success();
  return failures.notifyMatchFailure(tree.root())
         << "copying " << int64_t(copied)
         << " elements into blocks costs more than " << int64_t(products)
         << " products";
}
