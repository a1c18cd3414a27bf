//===- RowAxes.cpp - loop dimensions of fusion trees ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unifies the loops of a tree's operations into loop dimensions (equivalence
// classes by union-find over shared operands), assigns m, n and k of
// contractions, and divides dimensions into the blocks that contraction
// instructions take.
//
//===----------------------------------------------------------------------===//

#include "GroupBody.h"
#include "RowCluster.h"
#include "RowEmitter.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace matrix;

/// Returns the types of both factors and of the accumulator.
static std::array<Type, 3> getTypes(linalg::GenericOp op) {
  MulAdd body = *matchMulAdd(op);
  return {body.lhs.getType(), body.rhs.getType(),
          getAccumulator(getElementTypeOrSelf(op->getResult(0).getType()))};
}

unsigned matrix::countChoices(ArrayRef<linalg::GenericOp> ops,
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
struct ClusterBuilder {
  RowCluster cluster;
  unsigned choice;
  const desc::VariantInfo &variant;
  std::string &why;

  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }

  LogicalResult build() {
    if (failed(checkMaps()) || failed(checkBodies()) || failed(joinLoops()) ||
        failed(addRoles()) || failed(cutAxes()) || failed(checkTiles()))
      return failure();
    return checkRepetition();
  }

private:
  //===--------------------------------------------------------------------===//
  // Loop dimensions
  //===--------------------------------------------------------------------===//

  LogicalResult checkMaps() {
    for (linalg::GenericOp op : cluster.ops) {
      for (OpOperand &use : op->getOpOperands()) {
        auto type = dyn_cast<RankedTensorType>(use.get().getType());
        if (!type || !type.hasStaticShape() || type.getNumElements() == 0)
          return fail("a tensor has no elements or no static shape");
        for (AffineExpr expr : op.getMatchingIndexingMap(&use).getResults())
          if (!isa<AffineDimExpr>(expr) && (!isSum(expr) || op.isDpsInit(&use)))
            return fail("an indexing map is not a permutation");
      }
    }
    return success();
  }

  /// Returns whether the expression is a sum of loops with constant factors.
  static bool isSum(AffineExpr expr) {
    if (isa<AffineDimExpr, AffineConstantExpr>(expr))
      return true;
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || !isSum(binary.getLHS()))
      return false;
    return binary.getKind() == AffineExprKind::Mul
               ? isa<AffineConstantExpr>(binary.getRHS())
               : binary.getKind() == AffineExprKind::Add &&
                     isSum(binary.getRHS());
  }

  LogicalResult checkBodies() {
    for (linalg::GenericOp op : cluster.ops) {
      if (isContraction(op))
        continue;
      if (op.getNumReductionLoops() && !matchCombination(op))
        return fail("a reduction that no operation names");
      for (Operation &inner : op.getBody()->without_terminator())
        if (!inner.hasTrait<OpTrait::ConstantLike>() &&
            !OpTrait::hasElementwiseMappableTraits(&inner))
          return fail("'" + inner.getName().getStringRef() +
                      "' has no form on vectors");
    }
    return success();
  }

  /// Joins the loops of different operations that index the same dimension of a
  /// tensor.
  LogicalResult joinLoops() {
    llvm::EquivalenceClasses<std::pair<Operation *, unsigned>> classes;
    for (linalg::GenericOp op : cluster.ops)
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
        classes.insert({op, loop});
    for (linalg::GenericOp op : cluster.ops)
      for (OpOperand &use : op->getOpOperands())
        if (linalg::GenericOp producer = findMember(use.get()))
          if (failed(joinOperand(classes, use, producer)))
            return failure();
    return numberAxes(classes);
  }

  linalg::GenericOp findMember(Value value) {
    auto op = value.getDefiningOp<linalg::GenericOp>();
    return llvm::is_contained(cluster.ops, op) ? op : linalg::GenericOp();
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
      auto dim = dyn_cast<AffineDimExpr>(in);
      if (!dim)
        return fail("part of an intermediate result is read");
      classes.unionSets(std::make_pair(user.getOperation(), dim.getPosition()),
                        std::make_pair(producer.getOperation(),
                                       cast<AffineDimExpr>(out).getPosition()));
    }
    return success();
  }

  template <typename Classes> LogicalResult numberAxes(Classes &classes) {
    llvm::DenseMap<std::pair<Operation *, unsigned>, unsigned> numbers;
    for (linalg::GenericOp op : cluster.ops) {
      SmallVector<int64_t> extents = op.getStaticLoopRanges();
      AxisList &list = cluster.loops[op];
      for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
        auto leader = classes.getLeaderValue({op, loop});
        auto [place, isNew] = numbers.try_emplace(leader, cluster.axes.size());
        if (isNew)
          cluster.axes.push_back({extents[loop]});
        if (llvm::is_contained(list, place->second))
          return fail("an operation runs over the same elements in two ways");
        list.push_back(place->second);
      }
    }
    return success();
  }

  //===--------------------------------------------------------------------===//
  // Roles
  //===--------------------------------------------------------------------===//

  /// In reverse order, so that a contraction follows the choice of its
  /// consumers.
  LogicalResult addRoles() {
    for (linalg::GenericOp op : llvm::reverse(cluster.ops))
      if (isContraction(op) && failed(addRoles(op)))
        return failure();
    return success();
  }

  LogicalResult addRoles(linalg::GenericOp op) {
    MulAdd body = *matchMulAdd(op);
    auto operandOf = [&](BlockArgument argument) {
      return &op->getOpOperand(argument.getArgNumber());
    };
    ClusterContraction result{operandOf(body.lhs),
                              operandOf(body.rhs),
                              body.unsignedLhs,
                              body.unsignedRhs,
                              0,
                              0,
                              0};
    OpOperand &init = *op.getDpsInitOperand(0);
    auto find = [&](bool inResult, bool inLhs, bool inRhs) {
      return findWidest(op, [&](unsigned axis) {
        return reads(init, axis) == inResult &&
               reads(*result.lhs, axis) == inLhs &&
               reads(*result.rhs, axis) == inRhs;
      });
    };
    std::optional<unsigned> m = find(true, true, false),
                            n = find(true, false, true),
                            k = find(false, true, true);
    if (body.lhs == body.rhs || !m || !n || !k)
      return fail("not a product of two matrices");
    result.m = *m, result.n = *n, result.k = *k;
    // The first factor has the rows of the result.
    AxisList order = cluster.operandAxes(init);
    if (llvm::find(order, *n) < llvm::find(order, *m)) {
      std::swap(result.lhs, result.rhs);
      std::swap(result.unsignedLhs, result.unsignedRhs);
      std::swap(result.m, result.n);
    }
    cluster.contractions.insert({op.getOperation(), result});
    return success();
  }

  bool reads(OpOperand &use, unsigned axis) {
    return llvm::is_contained(cluster.operandAxes(use), axis);
  }

  /// Returns whether no index of the operation contains the dimension in a sum.
  /// Sliding windows cannot be blocked as a matrix of positions and window
  /// offsets.
  bool isPlain(linalg::GenericOp op, unsigned axis) {
    return llvm::none_of(op->getOpOperands(), [&](OpOperand &use) {
      return hasSums(use) && reads(use, axis) &&
             !llvm::is_contained(cluster.axesOf(use), std::optional(axis));
    });
  }

  std::optional<unsigned> findWidest(linalg::GenericOp op,
                                     function_ref<bool(unsigned)> predicate) {
    auto rank = [&](unsigned axis) {
      bool isSummed = !reads(*op.getDpsInitOperand(0), axis);
      return std::tuple(isChosen(axis), isSummed && isPlain(op, axis),
                        cluster.axes[axis].extent);
    };
    std::optional<unsigned> best;
    for (unsigned axis : cluster.loops[op])
      if (predicate(axis) && (!best || rank(axis) >= rank(*best)))
        best = axis;
    return best;
  }

  bool isChosen(unsigned axis) {
    return llvm::any_of(cluster.contractions, [&](const auto &known) {
      return hasRole(known.second, axis);
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

  LogicalResult cutAxes() {
    for (auto &[op, contraction] : cluster.contractions) {
      auto [lhs, rhs, acc] = getTypes(cast<linalg::GenericOp>(op));
      SmallVector<RowContraction> found =
          getRowContractions(lhs, rhs, acc, variant);
      if (found.empty())
        return fail("no instruction multiplies rows of " + str(lhs) + " and " +
                    str(rhs) + " into " + str(acc));
      const RowContraction &taken =
          found[std::min<size_t>(choice, found.size() - 1)];
      if (failed(cut(contraction.m, taken.m)) ||
          failed(cut(contraction.n, taken.n)) ||
          failed(cut(contraction.k, taken.k)))
        return failure();
    }
    return success();
  }

  LogicalResult cut(unsigned number, const RowExtent &extent) {
    Axis &axis = cluster.axes[number];
    bool fixed = extent.min > 1;
    if (axis.isTiled() && (fixed || axis.fixed) &&
        (fixed != axis.fixed || extent.max != axis.tile))
      return fail("two contractions want blocks of different sizes");
    int64_t size = fixed ? extent.max : std::min(extent.max, axis.extent);
    axis.tile = axis.isTiled() ? std::min(axis.tile, size) : size;
    axis.fixed = fixed;
    return success();
  }

  LogicalResult checkTiles() {
    for (linalg::GenericOp op : cluster.ops) {
      auto contraction = cluster.contractions.find(op);
      bool multiplies = contraction != cluster.contractions.end();
      for (auto [axis, kind] :
           llvm::zip_equal(cluster.loops[op], op.getIteratorTypesArray()))
        if (multiplies
                ? cluster.axes[axis].isTiled() &&
                      !hasRole(contraction->second, axis)
                : kind == utils::IteratorType::reduction && !isOneBlock(axis))
          return fail(multiplies ? "two contractions cut a tensor differently"
                                 : "a reduction goes over more elements than "
                                   "a block holds");
      if (cluster.tiled(cluster.loops[op]).size() > (multiplies ? 3u : 2u) ||
          cluster.tiledResultAxes(op).empty())
        return fail("blocks are not matrices");
    }
    return success();
  }

  static bool hasRole(const ClusterContraction &contraction, unsigned axis) {
    return axis == contraction.m || axis == contraction.n ||
           axis == contraction.k;
  }

  bool isOneBlock(unsigned axis) {
    return cluster.axes[axis].isTiled() && cluster.axes[axis].blocks() == 1;
  }

  /// Contractions inside the tree must be computed only once.
  LogicalResult checkRepetition() {
    AxisList outer = cluster.outerAxes();
    for (auto &entry : cluster.contractions) {
      AxisList own = cluster.resultAxes(cast<linalg::GenericOp>(entry.first));
      // Loops around the contraction: up to the last outer loop that it depends
      // on, or all if it is computed in a loop of another contraction.
      bool inside = false;
      unsigned depth = 0;
      for (unsigned axis : own) {
        const auto *place = llvm::find(outer, axis);
        if (place == outer.end())
          inside |= cluster.axes[axis].blocks() > 1;
        else if (cluster.axes[axis].blocks() > 1)
          depth = std::max<unsigned>(depth, place - outer.begin() + 1);
      }
      for (unsigned axis :
           inside ? ArrayRef(outer) : ArrayRef(outer).take_front(depth))
        if (cluster.axes[axis].blocks() > 1 && !llvm::is_contained(own, axis))
          return fail("a contraction would be computed more than once");
    }
    return success();
  }
};

} // namespace

FailureOr<RowCluster> matrix::makeCluster(ArrayRef<linalg::GenericOp> ops,
                                          unsigned choice,
                                          const desc::VariantInfo &variant,
                                          std::string &why) {
  ClusterBuilder builder{RowCluster(), choice, variant, why};
  builder.cluster.ops.assign(ops.begin(), ops.end());
  if (failed(builder.build()))
    return failure();
  return std::move(builder.cluster);
}
