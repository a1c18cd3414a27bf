//===- RowPadding.cpp - padding of loop dimensions ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are padded with zeros. Constant propagation determines the elements
// that operations compute beyond the end of a dimension: a constant, or
// unknown. A sum over the dimension is correct if the constant is 0, a maximum
// if it is -infinity, a contraction if a product is 0.
//
// Zeros are not neutral for softmax, since exp(0) is 1. If the contraction
// before it has a spare element in its own sum, this element makes the padded
// results -infinity: query . key + 1 * -infinity. For other results it adds 1 *
// 0. Rows with infinities or NaN among the operands are NaN with and without
// it.
//
//===----------------------------------------------------------------------===//

#include "GroupBody.h"
#include "RowCluster.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace matrix;

/// A known number, or unknown.
using Lane = std::optional<double>;

static constexpr double kNone = -std::numeric_limits<double>::infinity();

static Lane laneOf(Attribute attribute) {
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast_or_null<IntegerAttr>(attribute))
    return static_cast<double>(number.getValue().getSExtValue());
  return std::nullopt;
}

/// Evaluates an operation on padding elements. Supports the operations that
/// occur between a contraction and a reduction.
static Lane evaluate(Operation &op, ArrayRef<Lane> args) {
  auto is = [&](unsigned i, double number) { return args[i] == number; };
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return is(0, 0) || is(0, kNone) ? args[0] : std::nullopt;
  if (isa<arith::SubFOp, arith::AddFOp>(op) && is(0, kNone))
    return kNone;
  if (isa<arith::AddFOp>(op) && is(1, kNone))
    return kNone;
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return is(0, kNone) ? Lane(0) : std::nullopt;
  if (isa<arith::DivFOp>(op) && is(0, 0))
    return 0;
  if (isa<arith::MulFOp>(op) && args[0] && args[1])
    return *args[0] * *args[1];
  if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::MaxSIOp>(op) && args[0] &&
      args[1])
    return std::max(*args[0], *args[1]);
  return std::nullopt;
}

namespace {

/// Constant propagation along one padded dimension of a tree.
struct LaneAnalysis {
  const RowCluster &cluster;
  unsigned axis;
  Operation *excluded = nullptr; // its results are -infinity
  std::string why = {};
  /// The contraction whose padded results cause the failure, if known.
  Operation *culprit = nullptr;
  DenseMap<Operation *, Lane> lanes = DenseMap<Operation *, Lane>();

  LogicalResult run() {
    for (linalg::GenericOp op : cluster.ops)
      if (failed(visit(op)))
        return failure();
    return success();
  }

private:
  bool reads(OpOperand &use) {
    return llvm::is_contained(cluster.operandAxes(use), axis);
  }

  Lane operandLane(OpOperand &use) {
    TypedAttr constant;
    if (linalg::GenericOp producer = cluster.producer(use.get()))
      return reads(use) ? lanes[producer] : std::nullopt;
    if (matchFill(use.get(), constant))
      return laneOf(constant);
    return reads(use) ? Lane(0) : std::nullopt;
  }

  LogicalResult visit(linalg::GenericOp op) {
    if (!llvm::is_contained(cluster.loops.find(op)->second, axis))
      return success();
    auto contraction = cluster.contractions.find(op);
    if (contraction != cluster.contractions.end())
      return visitContraction(op, contraction->second);
    if (op.getNumReductionLoops() == 0)
      return setResult(op, bodyLane(op, yielded(op)));
    return visitReduction(op);
  }

  static Value yielded(linalg::GenericOp op) {
    return op.getBody()->getTerminator()->getOperand(0);
  }

  LogicalResult setResult(linalg::GenericOp op, Lane lane) {
    lanes[op] = lane;
    return success();
  }

  LogicalResult visitContraction(linalg::GenericOp op,
                                 const ClusterContraction &contraction) {
    Lane lhs = operandLane(*contraction.lhs),
         rhs = operandLane(*contraction.rhs);
    if (contraction.k == axis) {
      bool vanishes = lhs && rhs && *lhs * *rhs == 0;
      return vanishes ? setResult(op, std::nullopt) : complain(op);
    }
    if (op == excluded)
      return setResult(op, kNone);
    // Sum of products with zeros.
    Lane init = operandLane(*op.getDpsInitOperand(0));
    return setResult(op, init == 0.0 ? init : std::nullopt);
  }

  LogicalResult visitReduction(linalg::GenericOp op) {
    std::optional<Combination> body = matchCombination(op);
    if (!body)
      return complain(op);
    Lane lane = bodyLane(op, body->reduced);
    for (auto [loop, kind] : llvm::zip_equal(cluster.loops.find(op)->second,
                                             op.getIteratorTypesArray()))
      if (loop == axis && kind == utils::IteratorType::reduction &&
          !isNeutral(body->kind, lane))
        return complain(op);
    return setResult(op, std::nullopt);
  }

  static bool isNeutral(vector::CombiningKind kind, Lane lane) {
    return (kind == vector::CombiningKind::ADD && lane == 0.0) ||
           (kind == vector::CombiningKind::MAXIMUMF && lane == kNone);
  }

  Lane bodyLane(linalg::GenericOp op, Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return laneOf(constant);
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == op.getBody()
                 ? operandLane(op->getOpOperand(argument.getArgNumber()))
                 : std::nullopt;
    Operation *inner = value.getDefiningOp();
    if (inner->getBlock() != op.getBody())
      return std::nullopt;
    SmallVector<Lane> args;
    for (Value operand : inner->getOperands())
      args.push_back(bodyLane(op, operand));
    return evaluate(*inner, args);
  }

  LogicalResult complain(linalg::GenericOp op) {
    why = "'" + op->getName().getStringRef().str() +
          "' adds up a row of which " +
          std::to_string(cluster.axes[axis].extent) + " of " +
          std::to_string(cluster.axes[axis].tile) +
          " elements of a block are used, and padding would change the result";
    for (linalg::GenericOp producer : cluster.ops)
      if (producer == op)
        break;
      else if (auto found = cluster.contractions.find(producer);
               found != cluster.contractions.end() &&
               (found->second.n == axis || found->second.m == axis))
        culprit = producer;
    return failure();
  }
};

} // namespace

/// Returns the spare element with which the contraction's results beyond the
/// end of `axis` become -infinity, if there is one.
static std::optional<Exclusion> findExclusion(const RowCluster &cluster,
                                              Operation *op, unsigned axis) {
  if (!op)
    return std::nullopt;
  const ClusterContraction &found = cluster.contractions.find(op)->second;
  OpOperand *ones = found.n == axis ? found.lhs : found.rhs;
  OpOperand *limits = found.n == axis ? found.rhs : found.lhs;
  if (!cluster.axes[found.k].isPadded() ||
      !isa<FloatType>(getElementTypeOrSelf(limits->get())) ||
      cluster.producer(ones->get()) || cluster.producer(limits->get()))
    return std::nullopt;
  for (const Exclusion &other : cluster.exclusions)
    if (other.k == found.k)
      return std::nullopt; // the spare element is in use
  return Exclusion{ones, limits, found.k, axis};
}

LogicalResult matrix::checkPadding(RowCluster &cluster, std::string &why) {
  for (auto [number, axis] : llvm::enumerate(cluster.axes)) {
    LaneAnalysis plain{cluster, static_cast<unsigned>(number)};
    if (!axis.isPadded() || succeeded(plain.run()))
      continue;
    why = plain.why;
    std::optional<Exclusion> exclusion =
        findExclusion(cluster, plain.culprit, number);
    LaneAnalysis excluding{cluster, static_cast<unsigned>(number),
                           plain.culprit};
    if (!exclusion || failed(excluding.run()))
      return failure();
    cluster.exclusions.push_back(*exclusion);
  }
  return success();
}
