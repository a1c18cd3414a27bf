//===- RowCluster.cpp - fusion trees for row memories ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of a tree's operands and loop dimensions, and the enumeration of
// candidate trees by backward traversal from a root.
//
//===----------------------------------------------------------------------===//

#include "RowCluster.h"
#include "Group.h"
#include "GroupBody.h"

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
  if (auto dim = dyn_cast<AffineDimExpr>(index))
    return dim.getPosition() == loop;
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

linalg::GenericOp RowCluster::producer(Value value) const {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  return op && contains(op) ? op : linalg::GenericOp();
}

SmallVector<std::optional<unsigned>> RowCluster::axesOf(OpOperand &use) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  const AxisList &axisOfLoop = loops.find(op)->second;
  SmallVector<std::optional<unsigned>> result;
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    std::optional<unsigned> found;
    for (auto [loop, axis] : llvm::enumerate(axisOfLoop))
      if (expr.isFunctionOfDim(loop) && (dim || axes[axis].isTiled()))
        found = axis;
    result.push_back(found);
  }
  return result;
}

AxisList RowCluster::operandAxes(OpOperand &use) const {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  AxisList result;
  for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
    for (auto [loop, axis] : llvm::enumerate(loops.find(op)->second))
      if (expr.isFunctionOfDim(loop) && !llvm::is_contained(result, axis))
        result.push_back(axis);
  return result;
}

AxisList RowCluster::tiled(ArrayRef<unsigned> list) const {
  return AxisList(llvm::make_filter_range(
      list, [&](unsigned axis) { return axes[axis].isTiled(); }));
}

AxisList RowCluster::tiledAxesOf(OpOperand &use) const {
  return tiled(operandAxes(use));
}

AxisList RowCluster::resultAxes(linalg::GenericOp op) const {
  return operandAxes(*op.getDpsInitOperand(0));
}

AxisList RowCluster::tiledResultAxes(linalg::GenericOp op) const {
  return tiled(resultAxes(op));
}

SmallVector<OpOperand *> RowCluster::leaves() const {
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
AxisList RowCluster::outerAxes() const {
  AxisList list = resultAxes(root());
  auto countUsers = [&](unsigned axis) {
    return llvm::count_if(ops, [&](linalg::GenericOp op) {
      return llvm::is_contained(resultAxes(op), axis);
    });
  };
  SmallVector<std::tuple<bool, int64_t, unsigned>> keys;
  for (auto [place, axis] : llvm::enumerate(list))
    keys.push_back({axes[axis].isTiled(), -countUsers(axis), place});
  llvm::sort(keys);
  return AxisList(llvm::map_range(
      keys, [&](const auto &key) { return list[std::get<2>(key)]; }));
}

//===----------------------------------------------------------------------===//
// Candidate trees
//===----------------------------------------------------------------------===//

static bool canJoin(linalg::GenericOp op) {
  TypedAttr constant;
  return op && op->getNumResults() == 1 && op.hasPureTensorSemantics() &&
         !matchFill(op->getResult(0), constant);
}

/// Collects a tree with at most `limit` contractions; `found` receives their
/// number.
static SmallVector<linalg::GenericOp> collect(linalg::GenericOp root,
                                              unsigned limit, unsigned &found) {
  SmallVector<linalg::GenericOp> ops;
  llvm::SmallPtrSet<Operation *, 8> members;
  found = 0;
  for (Operation *op = root; op; op = op->getPrevNode()) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    bool needed = op == root || llvm::all_of(op->getUsers(), [&](Operation *u) {
                    return members.contains(u);
                  });
    if (!generic || !needed || op->use_empty() || !canJoin(generic) ||
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
matrix::findClusters(linalg::GenericOp root) {
  SmallVector<SmallVector<linalg::GenericOp>> result;
  unsigned total = 0;
  if (!canJoin(root))
    return result;
  collect(root, ~0u, total);
  if (total == 0)
    return result;
  for (unsigned limit = total, found; limit > 0; --limit)
    result.push_back(collect(root, limit, found));
  // The last candidate starts with the contraction.
  ArrayRef<linalg::GenericOp> ops = result.back();
  while (!isContraction(ops.front()))
    ops = ops.drop_front();
  if (ops.size() < result.back().size())
    result.push_back(llvm::to_vector(ops));
  return result;
}

SmallVector<linalg::GenericOp> matrix::findTree(linalg::GenericOp root) {
  unsigned found = 0;
  return canJoin(root) ? collect(root, 0, found)
                       : SmallVector<linalg::GenericOp>();
}
