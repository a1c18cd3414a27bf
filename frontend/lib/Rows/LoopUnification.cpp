//===- LoopUnification.cpp - loop dimensions of fusion trees --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Union-find over the loops of all operations: an operand that another
// operation of the tree computes joins the loops that index the same dimension
// of it. Each equivalence class is one loop dimension, numbered in program
// order.
//
//===----------------------------------------------------------------------===//

#include "LoopUnification.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "llvm/ADT/EquivalenceClasses.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Each step records the reason of its failure.
struct LoopUnifier {
  FusionTree &tree;
  MatchFailureRecorder &failures;

  Diagnostic &fail() { return failures.notifyMatchFailure(tree.root()); }

  LogicalResult checkMaps() {
    for (linalg::GenericOp op : tree.ops) {
      for (OpOperand &use : op->getOpOperands()) {
        auto type = dyn_cast<RankedTensorType>(use.get().getType());
        if (!type || !type.hasStaticShape() || type.getNumElements() == 0)
          return fail() << "a tensor has no elements or no static shape";
        for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
          if (!isa<AffineDimExpr>(expr) &&
              (!isLinear(expr) || op.isDpsInit(&use)))
            return fail() << "an indexing map is not a permutation";
      }
    }
    return success();
  }

  /// Returns whether the expression is a sum of loops with constant factors.
  static bool isLinear(AffineExpr expr) {
    if (isa<AffineDimExpr, AffineConstantExpr>(expr))
      return true;
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || !isLinear(binary.getLHS()))
      return false;
    return binary.getKind() == AffineExprKind::Mul
               ? isa<AffineConstantExpr>(binary.getRHS())
               : binary.getKind() == AffineExprKind::Add &&
                     isLinear(binary.getRHS());
  }

  LogicalResult checkBodies() {
    for (linalg::GenericOp op : tree.ops) {
      if (isContraction(op))
        continue;
      if (op.getNumReductionLoops() && !matchCombination(op))
        return fail() << "a reduction has no known combiner";
      for (Operation &inner : op.getBody()->without_terminator())
        if (!inner.hasTrait<OpTrait::ConstantLike>() &&
            (inner.getNumResults() != 1 ||
             !OpTrait::hasElementwiseMappableTraits(&inner)))
          return fail() << "\'" << inner.getName().getStringRef()
                        << "' has no vector equivalent";
    }
    return success();
  }

  /// Joins the loops of different operations that index the same dimension of a
  /// tensor.
  LogicalResult joinLoops() {
    llvm::EquivalenceClasses<std::pair<Operation *, unsigned>> classes;
    for (linalg::GenericOp op : tree.ops)
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        classes.insert({op, loop});
    for (linalg::GenericOp op : tree.ops)
      for (OpOperand &use : op->getOpOperands())
        if (linalg::GenericOp producer = findMember(use.get()))
          if (failed(joinOperand(classes, use, producer)))
            return failure();
    return numberDims(classes);
  }

  linalg::GenericOp findMember(Value value) {
    auto op = value.getDefiningOp<linalg::GenericOp>();
    return llvm::is_contained(tree.ops, op) ? op : linalg::GenericOp();
  }

  template <typename Classes>
  LogicalResult joinOperand(Classes &classes, OpOperand &use,
                            linalg::GenericOp producer) {
    auto user = cast<linalg::GenericOp>(use.getOwner());
    AffineMap read = user.getMatchingIndexingMap(&use);
    AffineMap written =
        producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
    for (auto [in, out] :
         llvm::zip_equal(read.getResults(), written.getResults())) {
      auto dimExpr = dyn_cast<AffineDimExpr>(in);
      if (!dimExpr)
        return fail() << "part of an intermediate result is read";
      classes.unionSets(
          std::make_pair(user.getOperation(), dimExpr.getPosition()),
          std::make_pair(producer.getOperation(),
                         cast<AffineDimExpr>(out).getPosition()));
    }
    return success();
  }

  template <typename Classes> LogicalResult numberDims(Classes &classes) {
    llvm::DenseMap<std::pair<Operation *, unsigned>, unsigned> numbers;
    for (linalg::GenericOp op : tree.ops) {
      SmallVector<int64_t> extents = op.getStaticLoopRanges();
      DimList &dimList = tree.loops[op];
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
        auto leader = classes.getLeaderValue({op, loop});
        auto [entry, isNew] = numbers.try_emplace(leader, tree.dims.size());
        if (isNew)
          tree.dims.push_back({extents[loop]});
        if (llvm::is_contained(dimList, entry->second))
          return fail() << "two loops of an operation are one loop dimension";
        dimList.push_back(entry->second);
      }
    }
    return success();
  }
};

} // namespace

LogicalResult matrix::unifyLoops(FusionTree &tree,
                                 MatchFailureRecorder &failures) {
  LoopUnifier unifier{tree, failures};
  return success(succeeded(unifier.checkMaps()) &&
                 succeeded(unifier.checkBodies()) &&
                 succeeded(unifier.joinLoops()));
}
