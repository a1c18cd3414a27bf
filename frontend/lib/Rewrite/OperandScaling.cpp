//===- OperandScaling.cpp - scaling of contraction operands ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// softmax(Q K' / 8) equals softmax((Q / 8) K'). Multiplication by a power of
// two changes only exponents, so it commutes with products, sums and rounding
// unless a number becomes subnormal. Only formats with the exponent range of
// f32 are rewritten, where subnormals are below 10^-37. Factors above 1 are
// excluded, because an operand might overflow where its products do not;
// factors below 2^-16 are excluded, because they take operands close to the
// subnormals.
//
//===----------------------------------------------------------------------===//

#include "OperandScaling.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

static constexpr int kSmallestExponent = -16;

namespace {
/// `op` multiplies the result of the contraction, which is operand 0 or 1.
struct Scaling {
  Operation *op;
  unsigned operand;
  double factor;
  linalg::GenericOp contraction;
};
} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Returns the constant, or its reciprocal if `divides`.
static std::optional<double> factorOf(Value value, bool divides) {
  APFloat number(0.0);
  if (!matchPattern(value, m_ConstantFloat(&number)))
    return std::nullopt;
  bool inexact;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
  double factor = number.convertToDouble();
  return divides ? 1 / factor : factor;
}

/// Returns whether the factor is 2^-n for a small n.
static bool movesToOperand(double factor) {
  int exponent;
  return std::frexp(factor, &exponent) == 0.5 && exponent - 1 <= 0 &&
         exponent - 1 >= kSmallestExponent;
}

static bool hasExponentsOfF32(Type element) {
  auto type = dyn_cast<FloatType>(element);
  return type && APFloat::semanticsMinExponent(type.getFloatSemantics()) <=
                     APFloat::semanticsMinExponent(APFloat::IEEEsingle());
}

static bool startsFromZero(linalg::GenericOp contraction) {
  TypedAttr constant;
  if (!matchFill(contraction.getDpsInitOperand(0)->get(), constant))
    return false;
  auto number = dyn_cast<FloatAttr>(constant);
  return number && number.getValue().isZero();
}

/// Returns the contraction that defines the value, through conversions of which
/// none has another user.
static linalg::GenericOp findContraction(linalg::GenericOp op, Value value,
                                         ArrayRef<linalg::GenericOp> ops) {
  while (true) {
    if (!value.hasOneUse() || !hasExponentsOfF32(value.getType()))
      return {};
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != op.getBody())
        return {};
      Value tensor = op->getOperand(argument.getArgNumber());
      auto producer = tensor.getDefiningOp<linalg::GenericOp>();
      if (!llvm::is_contained(ops, producer) || !tensor.hasOneUse())
        return {};
      if (isContraction(producer))
        return startsFromZero(producer) ? producer : linalg::GenericOp();
      if (producer.getNumReductionLoops())
        return {};
      op = producer;
      value = op.getBody()->getTerminator()->getOperand(0);
    } else if (isa<arith::ExtFOp, arith::TruncFOp>(value.getDefiningOp())) {
      value = value.getDefiningOp()->getOperand(0);
    } else {
      return {};
    }
  }
}

static std::optional<Scaling> findScaling(ArrayRef<linalg::GenericOp> ops,
                                          bool moves) {
  for (linalg::GenericOp op : ops) {
    if (isContraction(op))
      continue;
    for (Operation &inner : op.getBody()->without_terminator())
      for (unsigned operand : {0, 1}) {
        bool divides = isa<arith::DivFOp>(inner) && operand == 0;
        if (!divides && !isa<arith::MulFOp>(inner))
          continue;
        auto factor = factorOf(inner.getOperand(1 - operand), divides);
        linalg::GenericOp contraction;
        if (factor && movesToOperand(*factor) == moves)
          contraction = findContraction(op, inner.getOperand(operand), ops);
        if (contraction)
          return Scaling{&inner, operand, *factor, contraction};
      }
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static Value multiply(ImplicitLocOpBuilder &builder, Value tensor,
                      double factor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  AffineMap map = builder.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> kinds(type.getRank(),
                                         utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(builder, type.getShape(), type.getElementType());
  auto op = linalg::GenericOp::create(
      builder, empty.getType(), tensor, empty, ArrayRef<AffineMap>{map, map},
      kinds, [&](OpBuilder &b, Location l, ValueRange args) {
        Value number = arith::ConstantOp::create(
            b, l, b.getFloatAttr(type.getElementType(), factor));
        Value product = arith::MulFOp::create(b, l, args[0], number);
        linalg::YieldOp::create(b, l, product);
      });
  op->setAttr(kScalarReasonAttrName,
              builder.getStringAttr("no instruction multiplies by the constant "
                                    "that follows the contraction"));
  return op->getResult(0);
}

/// Returns the smaller of the operands from outside with the exponent range of
/// f32; null if there is none.
static OpOperand *chooseOperand(linalg::GenericOp contraction,
                                ArrayRef<linalg::GenericOp> ops) {
  OpOperand *best = nullptr;
  auto count = [](OpOperand *use) {
    return cast<RankedTensorType>(use->get().getType()).getNumElements();
  };
  for (OpOperand *use : contraction.getDpsInputOperands()) {
    bool isInside =
        llvm::is_contained(ops, use->get().getDefiningOp<linalg::GenericOp>());
    if (hasExponentsOfF32(getElementTypeOrSelf(use->get())) && !isInside &&
        (!best || count(use) < count(best)))
      best = use;
  }
  return best;
}

SmallVector<linalg::GenericOp>
matrix::scaleOperand(ArrayRef<linalg::GenericOp> ops) {
  std::optional<Scaling> scaling = findScaling(ops, /*moves=*/true);
  OpOperand *use = scaling ? chooseOperand(scaling->contraction, ops) : nullptr;
  if (!use)
    return {};
  ImplicitLocOpBuilder builder(scaling->contraction.getLoc(), ops.back());
  Value scaled = multiply(builder, use->get(), scaling->factor);
  IRMapping mapping;
  SmallVector<linalg::GenericOp> copies;
  for (linalg::GenericOp op : ops) {
    copies.push_back(cast<linalg::GenericOp>(builder.clone(*op, mapping)));
    if (op == scaling->contraction)
      copies.back()->setOperand(use->getOperandNumber(), scaled);
  }
  Operation *product = mapping.lookup(scaling->op);
  product->getResult(0).replaceAllUsesWith(
      product->getOperand(scaling->operand));
  product->erase();
  return copies;
}

std::optional<double>
matrix::findUnmovableFactor(ArrayRef<linalg::GenericOp> ops) {
  std::optional<Scaling> scaling = findScaling(ops, /*moves=*/false);
  return scaling ? std::optional(scaling->factor) : std::nullopt;
}
