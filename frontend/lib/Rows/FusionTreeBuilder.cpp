//===- FusionTreeBuilder.cpp - blocks of fusion trees ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assigns m, n and k of contractions, the consumers' choice first, and divides
// loop dimensions (LoopUnification.h) into the blocks that contraction
// instructions take. A dimension of two contractions needs blocks that both
// take. Blocks of other operations must be matrices, reductions must be within
// one block, and no contraction may be computed for several positions of an
// outer loop.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "FusionTree.h"
#include "FusionTreeEmitter.h"
#include "LoopUnification.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace matrix;

/// Returns the types of both factors and of the accumulator.
static std::array<Type, 3> getTypes(linalg::GenericOp op) {
  MulAdd body = *matchMulAdd(op);
  return {body.lhs.getType(), body.rhs.getType(),
          getAccumulator(getElementTypeOrSelf(op->getResult(0).getType()))};
}

unsigned matrix::countBlockings(ArrayRef<linalg::GenericOp> ops,
                                const desc::VariantInfo &variant) {
  size_t count = 1;
  for (linalg::GenericOp op : ops)
    if (isContraction(op)) {
      auto [lhs, rhs, acc] = getTypes(op);
      count =
          std::max(count, getRowContractions(lhs, rhs, acc, variant).size());
    }
  return count;
}

namespace {

/// Builds one fusion tree. Each step records the reason of its failure.
struct FusionTreeBuilder {
  FusionTree tree;
  unsigned blocking;
  const desc::VariantInfo &variant;
  MatchFailureRecorder &failures;

  Diagnostic &fail() { return failures.notifyMatchFailure(tree.root()); }

  LogicalResult build() {
    if (failed(unifyLoops(tree, failures)) || failed(addRoles()) ||
        failed(divideDims()) || failed(checkTiles()))
      return failure();
    return checkRepetition();
  }

private:
  //===--------------------------------------------------------------------===//
  // Roles
  //===--------------------------------------------------------------------===//

  /// In reverse order, so that a contraction follows the choice of its
  /// consumers.
  LogicalResult addRoles() {
    for (linalg::GenericOp op : llvm::reverse(tree.ops))
      if (isContraction(op) && failed(addRoles(op)))
        return failure();
    return success();
  }

  LogicalResult addRoles(linalg::GenericOp op) {
    MulAdd body = *matchMulAdd(op);
    auto operandOf = [&](BlockArgument argument) {
      return &op->getOpOperand(argument.getArgNumber());
    };
    TreeContraction result{operandOf(body.lhs),
                           operandOf(body.rhs),
                           body.unsignedLhs,
                           body.unsignedRhs,
                           0,
                           0,
                           0};
    OpOperand &init = *op.getDpsInitOperand(0);
    auto find = [&](bool inResult, bool inLhs, bool inRhs) {
      return findWidest(op, [&](unsigned dim) {
        return reads(init, dim) == inResult &&
               reads(*result.lhs, dim) == inLhs &&
               reads(*result.rhs, dim) == inRhs;
      });
    };
    std::optional<unsigned> m = find(true, true, false),
                            n = find(true, false, true),
                            k = find(false, true, true);
    if (body.lhs == body.rhs || !m || !n || !k)
      return fail() << "not a product of two matrices";
    result.m = *m, result.n = *n, result.k = *k;
    // The first factor has the rows of the result.
    DimList order = tree.operandDims(init);
    if (llvm::find(order, *n) < llvm::find(order, *m)) {
      std::swap(result.lhs, result.rhs);
      std::swap(result.unsignedLhs, result.unsignedRhs);
      std::swap(result.m, result.n);
    }
    tree.contractions.insert({op.getOperation(), result});
    return success();
  }

  bool reads(OpOperand &use, unsigned dim) {
    return llvm::is_contained(tree.operandDims(use), dim);
  }

  /// Returns whether no index of the operation contains the dimension in a sum.
  /// Sliding windows cannot be blocked as a matrix of positions and window
  /// offsets.
  bool isOutsideOfSums(linalg::GenericOp op, unsigned dim) {
    return llvm::none_of(op->getOpOperands(), [&](OpOperand &use) {
      return hasSums(use) && reads(use, dim) &&
             !llvm::is_contained(tree.dimsOf(use), std::optional(dim));
    });
  }

  std::optional<unsigned> findWidest(linalg::GenericOp op,
                                     function_ref<bool(unsigned)> predicate) {
    auto rank = [&](unsigned dim) {
      bool isSummed = !reads(*op.getDpsInitOperand(0), dim);
      return std::tuple(hasOtherRole(dim), isSummed && isOutsideOfSums(op, dim),
                        tree.dims[dim].extent);
    };
    std::optional<unsigned> best;
    for (unsigned dim : tree.loops[op])
      if (predicate(dim) && (!best || rank(dim) >= rank(*best)))
        best = dim;
    return best;
  }

  bool hasOtherRole(unsigned dim) {
    return llvm::any_of(tree.contractions, [&](const auto &known) {
      return hasRole(known.second, dim);
    });
  }

  //===--------------------------------------------------------------------===//
  // Blocking
  //===--------------------------------------------------------------------===//

  static std::string str(Type type) {
    std::string text;
    llvm::raw_string_ostream(text) << type;
    return text;
  }

  LogicalResult divideDims() {
    for (auto &[op, contraction] : tree.contractions) {
      auto [lhs, rhs, acc] = getTypes(cast<linalg::GenericOp>(op));
      SmallVector<RowContraction> found =
          getRowContractions(lhs, rhs, acc, variant);
      if (found.empty())
        return fail() << "no instruction multiplies rows of " << str(lhs)
                      << " and " << str(rhs) << " into " << str(acc);
      const RowContraction &selected =
          found[std::min<size_t>(blocking, found.size() - 1)];
      if (failed(divide(contraction.m, selected.m)) ||
          failed(divide(contraction.n, selected.n)) ||
          failed(divide(contraction.k, selected.k)))
        return failure();
      if (tree.contractions.size() == 1)
        tree.rates = selected.rates;
    }
    return success();
  }

  LogicalResult divide(unsigned number, const RowExtent &extent) {
    TreeDim &dim = tree.dims[number];
    bool isFixed = extent.min > 1;
    if (dim.isBlocked() && (isFixed || dim.hasFixedBlocks) &&
        (isFixed != dim.hasFixedBlocks || extent.max != dim.blockSize))
      return fail() << "two contractions require blocks of different sizes";
    int64_t size = isFixed ? extent.max : std::min(extent.max, dim.extent);
    dim.blockSize = dim.isBlocked() ? std::min(dim.blockSize, size) : size;
    dim.hasFixedBlocks = isFixed;
    return success();
  }

  LogicalResult checkTiles() {
    for (linalg::GenericOp op : tree.ops) {
      auto contraction = tree.contractions.find(op);
      bool multiplies = contraction != tree.contractions.end();
      for (auto [dim, kind] :
           llvm::zip_equal(tree.loops[op], op.getIteratorTypesArray()))
        if (multiplies
                ? tree.dims[dim].isBlocked() &&
                      !hasRole(contraction->second, dim)
                : kind == utils::IteratorType::reduction && !isOneBlock(dim))
          return fail() << (multiplies
                                ? "two contractions divide a tensor differently"
                                : "a reduction extends over several blocks");
      if (tree.blocked(tree.loops[op]).size() > (multiplies ? 3u : 2u) ||
          tree.blockedResultDims(op).empty())
        return fail() << "blocks are not matrices";
    }
    return success();
  }

  static bool hasRole(const TreeContraction &contraction, unsigned dim) {
    return dim == contraction.m || dim == contraction.n || dim == contraction.k;
  }

  bool isOneBlock(unsigned dim) {
    return tree.dims[dim].isBlocked() && tree.dims[dim].numBlocks() == 1;
  }

  /// Contractions inside the tree must be computed only once.
  LogicalResult checkRepetition() {
    DimList outer = tree.outerDims();
    for (auto &entry : tree.contractions) {
      DimList own = tree.resultDims(cast<linalg::GenericOp>(entry.first));
      // Loops around the contraction: up to the last outer loop that it depends
      // on, or all if it is computed in a loop of another contraction.
      bool inside = false;
      unsigned depth = 0;
      for (unsigned dim : own) {
        const auto *it = llvm::find(outer, dim);
        if (it == outer.end())
          inside |= tree.dims[dim].numBlocks() > 1;
        else if (tree.dims[dim].numBlocks() > 1)
          depth = std::max<unsigned>(depth, it - outer.begin() + 1);
      }
      for (unsigned dim :
           inside ? ArrayRef(outer) : ArrayRef(outer).take_front(depth))
        if (tree.dims[dim].numBlocks() > 1 && !llvm::is_contained(own, dim))
          return fail() << "a contraction would be computed more than once";
    }
    return success();
  }
};

} // namespace

FailureOr<FusionTree> matrix::buildFusionTree(ArrayRef<linalg::GenericOp> ops,
                                              unsigned blocking,
                                              const desc::VariantInfo &variant,
                                              MatchFailureRecorder &failures) {
  FusionTreeBuilder builder{FusionTree(), blocking, variant, failures};
  builder.tree.ops.assign(ops.begin(), ops.end());
  if (failed(builder.build()))
    return failure();
  return std::move(builder.tree);
}
