//===- FusionTree.cpp - fusion trees for row memories ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of a tree's operands and loop dimensions, and the enumeration of
// candidate trees. A tree is collected backwards in program order: an operation
// joins if all of its users are members, which needs one pass because users
// follow. The candidates limit the number of contractions, from all of them
// down to one.
//
//===----------------------------------------------------------------------===//

#include "FusionTree.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

bool matrix::hasSums(OpOperand &use) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  return llvm::any_of(op.getMatchingIndexingMap(&use).getResults(),
                      [](AffineExpr index) {
                        return !isa<AffineDimExpr, AffineConstantExpr>(index);
                      });
}

int64_t matrix::coefficientOf(AffineExpr index, unsigned loop) {
  if (auto dimExpr = dyn_cast<AffineDimExpr>(index))
    return dimExpr.getPosition() == loop;
  auto binary = dyn_cast<AffineBinaryOpExpr>(index);
  if (!binary)
    return 0;
  int64_t first = coefficientOf(binary.getLHS(), loop);
  if (auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
      factor && binary.getKind() == AffineExprKind::Mul)
    return first * factor.getValue();
  return first + coefficientOf(binary.getRHS(), loop);
}

bool matrix::isRead(OpOperand &use) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  return !op.getMatchingBlockArgument(&use).use_empty();
}

linalg::GenericOp FusionTree::producer(Value value) const {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  return op && contains(op) ? op : linalg::GenericOp();
}

SmallVector<std::optional<unsigned>> FusionTree::dimsOf(OpOperand &use) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  const DimList &dimOfLoop = loops.find(op)->second;
  SmallVector<std::optional<unsigned>> result;
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults()) {
    auto dimExpr = dyn_cast<AffineDimExpr>(expr);
    std::optional<unsigned> found;
    for (auto [loop, dim] : llvm::enumerate(dimOfLoop))
      if (expr.isFunctionOfDim(loop) && (dimExpr || dims[dim].isBlocked()))
        found = dim;
    result.push_back(found);
  }
  return result;
}

DimList FusionTree::operandDims(OpOperand &use) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  DimList result;
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    for (auto [loop, dim] : llvm::enumerate(loops.find(op)->second))
      if (expr.isFunctionOfDim(loop) && !llvm::is_contained(result, dim))
        result.push_back(dim);
  return result;
}

DimList FusionTree::blocked(ArrayRef<unsigned> dimList) const {
  return DimList(llvm::make_filter_range(
      dimList, [&](unsigned dim) { return dims[dim].isBlocked(); }));
}

DimList FusionTree::blockedDimsOf(OpOperand &use) const {
  return blocked(operandDims(use));
}

DimList FusionTree::resultDims(linalg::GenericOp op) const {
  return operandDims(*op.getDpsInitOperand(0));
}

DimList FusionTree::blockedResultDims(linalg::GenericOp op) const {
  return blocked(resultDims(op));
}

SmallVector<OpOperand *> FusionTree::leaves() const {
  SmallVector<OpOperand *> result;
  for (linalg::GenericOp op : ops)
    for (OpOperand &use : op->getOpOperands()) {
      TypedAttr constant;
      if (isRead(use) && !producer(use.get()) &&
          !matchFill(use.get(), constant))
        result.push_back(&use);
    }
  return result;
}

/// Dimensions on which most operations depend come first: operations are
/// hoisted out of the loops over dimensions they do not depend on.
DimList FusionTree::outerDims() const {
  DimList dimList = resultDims(root());
  auto countUsers = [&](unsigned dim) {
    return llvm::count_if(ops, [&](linalg::GenericOp op) {
      return llvm::is_contained(resultDims(op), dim);
    });
  };
  SmallVector<std::tuple<bool, int64_t, unsigned>> keys;
  for (auto [position, dim] : llvm::enumerate(dimList))
    keys.push_back({dims[dim].isBlocked(), -countUsers(dim), position});
  llvm::sort(keys);
  return DimList(llvm::map_range(
      keys, [&](const auto &key) { return dimList[std::get<2>(key)]; }));
}

//===----------------------------------------------------------------------===//
// Candidate trees
//===----------------------------------------------------------------------===//

static bool canFuse(linalg::GenericOp op) {
  TypedAttr constant;
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         !matchFill(op->getResult(0), constant);
}

/// Collects a tree with at most `limit` contractions; `found` receives their
/// number.
static SmallVector<linalg::GenericOp>
collectTree(linalg::GenericOp root, unsigned limit, unsigned &found) {
  SmallVector<linalg::GenericOp> ops;
  llvm::SmallPtrSet<Operation *, 8> members;
  found = 0;
  for (Operation *op = root; op; op = op->getPrevNode()) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool needed = op == root || llvm::all_of(op->getUsers(), [&](Operation *u) {
                    return members.contains(u);
                  });
    if (!generic || !needed || op->use_empty() || !canFuse(generic) ||
        (isContraction(generic) && found == limit))
      continue;
    found += isContraction(generic);
    members.insert(op);
    ops.push_back(generic);
  }
  std::reverse(ops.begin(), ops.end());
  return ops;
}

SmallVector<SmallVector<linalg::GenericOp>>
matrix::findFusionTrees(linalg::GenericOp root) {
  SmallVector<SmallVector<linalg::GenericOp>> result;
  unsigned total = 0;
  if (!canFuse(root))
    return result;
  collectTree(root, ~0u, total);
  if (total == 0)
    return result;
  for (unsigned limit = total, found; limit > 0; --limit)
    result.push_back(collectTree(root, limit, found));
  // The last candidate starts with the contraction.
  ArrayRef<linalg::GenericOp> ops = result.back();
  while (!isContraction(ops.front()))
    ops = ops.drop_front();
  if (ops.size() < result.back().size())
    result.push_back(llvm::to_vector(ops));
  return result;
}

SmallVector<linalg::GenericOp>
matrix::findContractionFreeTree(linalg::GenericOp root) {
  unsigned found = 0;
  return canFuse(root) ? collectTree(root, 0, found)
                       : SmallVector<linalg::GenericOp>();
}
