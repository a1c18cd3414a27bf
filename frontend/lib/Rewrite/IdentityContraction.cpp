//===- IdentityContraction.cpp - identity-matrix contractions -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Softmax may be computed in a memory that only contractions write. A tensor X
// is moved there as the product X I with the identity matrix: x * 1 and sums
// with x' * 0 are exact, and so is rounding of rounded values.
//
// Infinities are excluded, since infinity * 0 is NaN. They are replaced: exp of
// -infinity equals exp of the smallest finite number, 0. If a maximum is
// subtracted, a row with infinity is NaN in any case; otherwise infinity
// becomes the largest finite number, whose exponential is infinity. NaN makes
// its whole row NaN through the sum, and -0 becomes 0, which has the same
// exponential.
//
// The product with I has a spare element wherever a row is shorter than a
// block, so padding can be excluded (PaddingAnalysis.cpp) if the contraction
// that defines X has no spare element.
//
//===----------------------------------------------------------------------===//

#include "IdentityContraction.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

static Value widened(Value value) {
  while (value.hasOneUse())
    if (auto extension = dyn_cast<arith::ExtFOp>(*value.user_begin()))
      value = extension.getResult();
    else
      break;
  return value;
}

/// Returns whether the operation reduces the operand to maxima.
static bool isMaximum(OpOperand &use) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  std::optional<Combination> body =
      op.getNumReductionLoops() ? matchCombination(op) : std::nullopt;
  return body && body->kind == vector::CombiningKind::MAXIMUMF &&
         body->reduced == widened(op.getMatchingBlockArgument(&use));
}

/// Returns whether the operation only takes exponentials of the operand,
/// optionally after subtraction of a maximum.
static bool isExponential(OpOperand &use, Value tensor) {
  auto op = cast<linalg::GenericOp>(use.getOwner());
  Value value = widened(op.getMatchingBlockArgument(&use));
  if (op.getNumReductionLoops() || !value.hasOneUse())
    return false;
  if (auto difference = dyn_cast<arith::SubFOp>(*value.user_begin())) {
    auto subtrahend = dyn_cast<BlockArgument>(difference.getRhs());
    auto maximum = subtrahend && subtrahend.getOwner() == op.getBody()
                       ? op->getOperand(subtrahend.getArgNumber())
                             .getDefiningOp<linalg::GenericOp>()
                       : linalg::GenericOp();
    if (difference.getLhs() != value || !difference->hasOneUse() || !maximum ||
        maximum.getDpsInputs() != SmallVector<Value>{tensor})
      return false;
    value = difference.getResult();
  }
  return isa<math::ExpOp>(*value.user_begin());
}

namespace {
struct IdentityCopy {
  Value tensor;
  bool subtractsMaximum = false;
};
} // namespace

static std::optional<IdentityCopy>
matchIdentityCopy(Value tensor, ArrayRef<linalg::GenericOp> ops) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  auto element =
      type ? dyn_cast<FloatType>(type.getElementType()) : FloatType();
  if (!element || element.getWidth() >= 32 || type.getRank() < 2 ||
      !type.hasStaticShape())
    return std::nullopt;
  IdentityCopy copy{tensor};
  bool found = false;
  for (OpOperand &use : tensor.getUses()) {
    auto op = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!llvm::is_contained(ops, op))
      continue;
    bool isMax = isMaximum(use);
    copy.subtractsMaximum |= isMax;
    if (op.isDpsInit(&use) || !op.getMatchingIndexingMap(&use).isIdentity() ||
        (!isMax && !isExponential(use, tensor)))
      return std::nullopt;
    found |= !isMax;
  }
  return found ? std::optional(copy) : std::nullopt;
}

static std::optional<IdentityCopy>
findIdentityCopy(ArrayRef<linalg::GenericOp> ops) {
  for (linalg::GenericOp op : ops)
    for (Value tensor : op.getDpsInputs())
      if (std::optional<IdentityCopy> copy = matchIdentityCopy(tensor, ops))
        return copy;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

using Body = function_ref<void(OpBuilder &, Location, ValueRange)>;

static Value makeElementwise(ImplicitLocOpBuilder &builder, Value tensor,
                             Type element, Body body) {
  auto type = cast<RankedTensorType>(tensor.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, type.getShape(), element);
  return linalg::GenericOp::create(builder, empty.getType(), tensor, empty,
                                   ArrayRef<AffineMap>{map, map}, kinds, body)
      ->getResult(0);
}

/// Replaces infinities by finite numbers with the same exponentials.
static Value makeFinite(ImplicitLocOpBuilder &builder,
                        const IdentityCopy &copy) {
  auto type = cast<FloatType>(getElementTypeOrSelf(copy.tensor));
  auto largest = [&](ImplicitLocOpBuilder &b, bool negative) -> Value {
    return arith::ConstantOp::create(
        b, b.getFloatAttr(
               type, APFloat::getLargest(type.getFloatSemantics(), negative)));
  };
  Value finite = makeElementwise(
      builder, copy.tensor, type,
      [&](OpBuilder &region, Location l, ValueRange args) {
        ImplicitLocOpBuilder b(l, region);
        Value value = arith::MaximumFOp::create(b, args[0], largest(b, true));
        if (!copy.subtractsMaximum)
          value = arith::MinimumFOp::create(b, value, largest(b, false));
        linalg::YieldOp::create(b, value);
      });
  finite.getDefiningOp()->setAttr(
      kScalarReasonAttrName,
      builder.getStringAttr(
          "infinities are replaced by finite numbers of equal exponential "
          "before an identity-matrix contraction"));
  return finite;
}

static Value createIdentityMatrix(ImplicitLocOpBuilder &builder, int64_t size,
                                  FloatType element) {
  auto number = [&](double value) {
    APFloat result(value);
    bool inexact;
    result.convert(element.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &inexact);
    return result;
  };
  SmallVector<APFloat> values(size * size, number(0));
  for (int64_t i = 0; i < size; ++i)
    values[i * size + i] = number(1);
  auto type = RankedTensorType::get({size, size}, element);
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, values));
}

/// Computes x I in f32, with rows along the last dimension.
static Value contract(ImplicitLocOpBuilder &builder, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  unsigned rank = type.getRank();
  auto f32 = builder.getF32Type();
  Value identity = createIdentityMatrix(builder, type.getShape().back(),
                                        cast<FloatType>(type.getElementType()));
  Value zero = arith::ConstantOp::create(builder, builder.getFloatAttr(f32, 0));
  Value empty = tensor::EmptyOp::create(builder, type.getShape(), f32);
  Value init = linalg::FillOp::create(builder, zero, empty).getResult(0);
  AffineExpr j = builder.getAffineDimExpr(rank - 1),
             k = builder.getAffineDimExpr(rank);
  SmallVector<AffineExpr> left, result;
  for (unsigned dim = 0; dim < rank; ++dim) {
    left.push_back(dim == rank - 1 ? k : builder.getAffineDimExpr(dim));
    result.push_back(builder.getAffineDimExpr(dim));
  }
  auto makeMap = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(rank + 1, 0, exprs, builder.getContext());
  };
  SmallVector<AffineMap> maps = {makeMap(left), makeMap({k, j}),
                                 makeMap(result)};
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  kinds.push_back(utils::IteratorType::reduction);
  return linalg::GenericOp::create(
             builder, init.getType(), ValueRange{tensor, identity}, init, maps,
             kinds,
             [&](OpBuilder &b, Location l, ValueRange args) {
               Value lhs = arith::ExtFOp::create(b, l, f32, args[0]);
               Value rhs = arith::ExtFOp::create(b, l, f32, args[1]);
               Value product = arith::MulFOp::create(b, l, lhs, rhs);
               Value sum = arith::AddFOp::create(b, l, args[2], product);
               linalg::YieldOp::create(b, l, sum);
             })
      ->getResult(0);
}

/// Returns the operations of `ops` that the last one depends on beside
/// `tensor`.
static SmallVector<linalg::GenericOp>
getUsers(Value tensor, ArrayRef<linalg::GenericOp> ops) {
  llvm::SmallPtrSet<Operation *, 8> needed = {ops.back()};
  SmallVector<linalg::GenericOp> result;
  for (linalg::GenericOp op : llvm::reverse(ops)) {
    if (!needed.contains(op))
      continue;
    result.push_back(op);
    for (Value operand : op->getOperands())
      if (operand != tensor && operand.getDefiningOp())
        needed.insert(operand.getDefiningOp());
  }
  std::reverse(result.begin(), result.end());
  return result;
}

SmallVector<linalg::GenericOp>
matrix::copyThroughIdentityContraction(ArrayRef<linalg::GenericOp> ops) {
  std::optional<IdentityCopy> copy = findIdentityCopy(ops);
  if (!copy)
    return {};
  ImplicitLocOpBuilder builder(linalg::GenericOp(ops.back()).getLoc(),
                               ops.back());
  Type element = getElementTypeOrSelf(copy->tensor);
  Value sums = contract(builder, makeFinite(builder, *copy));
  Value rounded = makeElementwise(
      builder, sums, element, [&](OpBuilder &b, Location l, ValueRange a) {
        linalg::YieldOp::create(
            b, l, arith::TruncFOp::create(b, l, element, a[0]).getResult());
      });
  SmallVector<linalg::GenericOp> copies = {
      sums.getDefiningOp<linalg::GenericOp>(),
      rounded.getDefiningOp<linalg::GenericOp>()};
  IRMapping mapping;
  mapping.map(copy->tensor, rounded);
  for (linalg::GenericOp op : getUsers(copy->tensor, ops))
    copies.push_back(cast<linalg::GenericOp>(builder.clone(*op, mapping)));
  return copies;
}
