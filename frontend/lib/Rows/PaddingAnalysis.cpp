//===- PaddingAnalysis.cpp - padding of loop dimensions -------------------===//
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

#include "Access/BodyMatchers.h"
#include "FusionTree.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>
#include <limits>

using namespace mlir;
using namespace matrix;

/// A known number, or unknown.
using PaddingValue = std::optional<double>;

static constexpr double kNegativeInfinity =
    -std::numeric_limits<double>::infinity();

static PaddingValue getPaddingValue(Attribute attribute) {
  if (auto number = dyn_cast_or_null<FloatAttr>(attribute))
    return number.getValueAsDouble();
  if (auto number = dyn_cast_or_null<IntegerAttr>(attribute))
    return static_cast<double>(number.getValue().getSExtValue());
  return std::nullopt;
}

/// Evaluates an operation on padding elements. Supports the operations that
/// occur between a contraction and a reduction.
static PaddingValue evaluate(Operation &op, ArrayRef<PaddingValue> args) {
  auto is = [&](unsigned i, double number) { return args[i] == number; };
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return is(0, 0) || is(0, kNegativeInfinity) ? args[0] : std::nullopt;
  if (isa<arith::SubFOp, arith::AddFOp>(op) && is(0, kNegativeInfinity))
    return kNegativeInfinity;
  if (isa<arith::AddFOp>(op) && is(1, kNegativeInfinity))
    return kNegativeInfinity;
  if (isa<math::ExpOp, math::Exp2Op>(op))
    return is(0, kNegativeInfinity) ? PaddingValue(0) : std::nullopt;
  if (isa<arith::DivFOp>(op) && is(0, 0) && !is(1, 0)) // 0 / 0 is NaN
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
struct PaddingAnalysis {
  const FusionTree &tree;
  unsigned dim;
  Operation *masked = nullptr; // its results are -infinity
  MatchFailureRecorder failures = MatchFailureRecorder();
  /// The contraction whose padded results cause the failure, if known.
  Operation *cause = nullptr;
  DenseMap<Operation *, PaddingValue> paddingOf =
      DenseMap<Operation *, PaddingValue>();

  LogicalResult run() {
    for (linalg::GenericOp op : tree.ops)
      if (failed(visit(op)))
        return failure();
    return success();
  }

private:
  bool reads(OpOperand &use) {
    return llvm::is_contained(tree.operandDims(use), dim);
  }

  PaddingValue operandPadding(OpOperand &use) {
    TypedAttr constant;
    if (linalg::GenericOp producer = tree.producer(use.get()))
      return reads(use) ? paddingOf[producer] : std::nullopt;
    if (matchFill(use.get(), constant))
      return getPaddingValue(constant);
    return reads(use) ? PaddingValue(0) : std::nullopt;
  }

  LogicalResult visit(linalg::GenericOp op) {
    if (!llvm::is_contained(tree.loops.find(op)->second, dim))
      return success();
    auto contraction = tree.contractions.find(op);
    if (contraction != tree.contractions.end())
      return visitContraction(op, contraction->second);
    if (op.getNumReductionLoops() == 0)
      return setResult(op, bodyPadding(op, yielded(op)));
    return visitReduction(op);
  }

  static Value yielded(linalg::GenericOp op) {
    return op.getBody()->getTerminator()->getOperand(0);
  }

  LogicalResult setResult(linalg::GenericOp op, PaddingValue padding) {
    paddingOf[op] = padding;
    return success();
  }

  LogicalResult visitContraction(linalg::GenericOp op,
                                 const TreeContraction &contraction) {
    PaddingValue lhs = operandPadding(*contraction.lhs),
                 rhs = operandPadding(*contraction.rhs);
    if (contraction.k == dim) {
      bool vanishes = lhs && rhs && *lhs * *rhs == 0;
      return vanishes ? setResult(op, std::nullopt) : reportFailure(op);
    }
    if (op == masked)
      return setResult(op, kNegativeInfinity);
    // Sum of products with zeros.
    PaddingValue init = operandPadding(*op.getDpsInitOperand(0));
    return setResult(op, init == 0.0 ? init : std::nullopt);
  }

  LogicalResult visitReduction(linalg::GenericOp op) {
    std::optional<Combination> body = matchCombination(op);
    if (!body)
      return reportFailure(op);
    PaddingValue padding = bodyPadding(op, body->reduced);
    for (auto [loop, kind] : llvm::zip_equal(tree.loops.find(op)->second,
                                             op.getIteratorTypesArray()))
      if (loop == dim && kind == utils::IteratorType::reduction &&
          !isNeutral(body->kind, padding))
        return reportFailure(op);
    return setResult(op, std::nullopt);
  }

  static bool isNeutral(vector::CombiningKind kind, PaddingValue padding) {
    return (kind == vector::CombiningKind::ADD && padding == 0.0) ||
           (kind == vector::CombiningKind::MAXIMUMF &&
            padding == kNegativeInfinity);
  }

  PaddingValue bodyPadding(linalg::GenericOp op, Value value) {
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      return getPaddingValue(constant);
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == op.getBody()
                 ? operandPadding(op->getOpOperand(argument.getArgNumber()))
                 : std::nullopt;
    Operation *inner = value.getDefiningOp();
    if (inner->getBlock() != op.getBody())
      return std::nullopt;
    SmallVector<PaddingValue> args;
    for (Value operand : inner->getOperands())
      args.push_back(bodyPadding(op, operand));
    return evaluate(*inner, args);
  }

  LogicalResult reportFailure(linalg::GenericOp op) {
    failures.notifyMatchFailure(op)
        << "'" << op->getName().getStringRef() << "' reduces "
        << tree.dims[dim].extent << " of " << tree.dims[dim].blockSize
        << " elements of a block, and padding would change the result";
    for (linalg::GenericOp producer : tree.ops)
      if (producer == op)
        break;
      else if (auto found = tree.contractions.find(producer);
               found != tree.contractions.end() &&
               (found->second.n == dim || found->second.m == dim))
        cause = producer;
    return failure();
  }
};

} // namespace

/// Returns the spare element with which the contraction's results beyond the
/// end of `dim` become -infinity, if there is one.
static std::optional<PaddingMask> findPaddingMask(const FusionTree &tree,
                                                  Operation *op, unsigned dim) {
  if (!op)
    return std::nullopt;
  const TreeContraction &found = tree.contractions.find(op)->second;
  OpOperand *ones = found.n == dim ? found.lhs : found.rhs;
  OpOperand *limits = found.n == dim ? found.rhs : found.lhs;
  if (!tree.dims[found.k].isPadded() ||
      !isa<FloatType>(getElementTypeOrSelf(limits->get())) ||
      tree.producer(ones->get()) || tree.producer(limits->get()))
    return std::nullopt;
  for (const PaddingMask &other : tree.paddingMasks)
    if (other.k == found.k)
      return std::nullopt; // the spare element is in use
  return PaddingMask{ones, limits, found.k, dim};
}

LogicalResult matrix::checkPadding(FusionTree &tree,
                                   MatchFailureRecorder &failures) {
  for (auto [number, dim] : llvm::enumerate(tree.dims)) {
    PaddingAnalysis unmasked{tree, static_cast<unsigned>(number)};
    if (!dim.isPadded() || succeeded(unmasked.run()))
      continue;
    failures = std::move(unmasked.failures);
    std::optional<PaddingMask> mask =
        findPaddingMask(tree, unmasked.cause, number);
    PaddingAnalysis withMask{tree, static_cast<unsigned>(number),
                             unmasked.cause};
    if (!mask || failed(withMask.run()))
      return failure();
    tree.paddingMasks.push_back(*mask);
  }
  return success();
}
