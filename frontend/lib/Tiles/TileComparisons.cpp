//===- TileComparisons.cpp - truth values on tiles ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions compare with ==, < and <=. Other predicates follow by an
// exchange of operands and an inversion of the result:
//
//   a > b    is  b < a            a >= b  is  b <= a
//   a != b   is  !(a == b)        unordered a < b  is  !(b <= a)
//
// An inverted comparison is true for NaN, as the unordered predicates are. No
// instruction inverts a mask: the inversion is recorded beside the truth value,
// and a selection exchanges its operands instead. Truth values are compared by
// arith.xori. Legalization builds other predicates of floats of several
// comparisons. Unsigned comparisons of integers have no translation.
//
//===----------------------------------------------------------------------===//

#include "TileArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

namespace {

/// A predicate in terms of available ones, by exchange of the operands and
/// inversion of the result.
template <typename Predicate> struct Comparison {
  Predicate predicate;
  bool swap, invert;
};

} // namespace

static std::optional<Comparison<arith::CmpFPredicate>>
normalize(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  using C = Comparison<P>;
  switch (predicate) {
  case P::OEQ:
    return C{P::OEQ, false, false};
  case P::UNE:
    return C{P::OEQ, false, true};
  case P::OLT:
    return C{P::OLT, false, false};
  case P::OLE:
    return C{P::OLE, false, false};
  case P::OGT:
    return C{P::OLT, true, false};
  case P::OGE:
    return C{P::OLE, true, false};
  case P::ULT:
    return C{P::OLE, true, true};
  case P::ULE:
    return C{P::OLT, true, true};
  case P::UGT:
    return C{P::OLE, false, true};
  case P::UGE:
    return C{P::OLT, false, true};
  case P::ONE:
    return C{P::ONE, false, false};
  case P::UEQ:
    return C{P::ONE, false, true};
  case P::ORD:
    return C{P::ORD, false, false};
  case P::UNO:
    return C{P::ORD, false, true};
  default:
    return std::nullopt;
  }
}

static std::optional<Comparison<arith::CmpIPredicate>>
normalize(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  using C = Comparison<P>;
  switch (predicate) {
  case P::eq:
    return C{P::eq, false, false};
  case P::ne:
    return C{P::eq, false, true};
  case P::slt:
    return C{P::slt, false, false};
  case P::sle:
    return C{P::sle, false, false};
  case P::sgt:
    return C{P::slt, true, false};
  case P::sge:
    return C{P::sle, true, false};
  default:
    return std::nullopt;
  }
}

template <typename Op>
static Value compare(OpBuilder &builder, Op op, Value lhs, Value rhs,
                     bool &inverted) {
  auto comparison = normalize(op.getPredicate());
  if (!comparison)
    return {};
  if (comparison->swap)
    std::swap(lhs, rhs);
  inverted = comparison->invert;
  return Op::create(builder, op.getLoc(), comparison->predicate, lhs, rhs);
}

/// Truth values differ where one of them is true.
Value TileArithmetic::translateTruthCompare(Operation *op) {
  auto predicate = cast<arith::CmpIOp>(op).getPredicate();
  if (predicate == arith::CmpIPredicate::eq)
    inverted.insert(op->getResult(0));
  else if (predicate != arith::CmpIPredicate::ne)
    return {};
  Value lhs = getTruth(op->getOperand(0)), rhs = getTruth(op->getOperand(1));
  return create(arith::XOrIOp::getOperationName(), {lhs, rhs}, lhs.getType());
}

/// An inverted result remains so until a selection exchanges its operands.
Value TileArithmetic::translateCompare(Operation *op) {
  if (op->getOperand(0).getType().isInteger(1))
    return translateTruthCompare(op);
  Value lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
  bool invert = false;
  Value mask;
  if (auto compareFloat = dyn_cast<arith::CmpFOp>(op))
    mask = compare(builder, compareFloat, lhs, rhs, invert);
  else
    mask = compare(builder, cast<arith::CmpIOp>(op), lhs, rhs, invert);
  if (invert)
    inverted.insert(op->getResult(0));
  return mask;
}

/// Returns where the numbers are not 0.
static Value compareWithZero(ImplicitLocOpBuilder &builder, Value numbers) {
  Value zero = arith::ConstantOp::create(
      builder, builder.getZeroAttr(numbers.getType()));
  return arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, numbers,
                               zero);
}

void TileArithmetic::set(Value scalar, Value columnBlock) {
  bool isNumber = !getElementTypeOrSelf(columnBlock).isInteger(1);
  values[scalar] = scalar.getType().isInteger(1) && isNumber
                       ? compareWithZero(builder, columnBlock)
                       : columnBlock;
}

/// Returns the part of a truth value, not inverted.
Value TileArithmetic::getTruth(Value scalar) {
  Value truth = get(scalar);
  return inverted.contains(scalar) ? compareWithZero(builder, getResult(scalar))
                                   : truth;
}

/// Operations on truth values. A negation inverts their part.
Value TileArithmetic::translateLogic(Operation *op) {
  if (isa<arith::XOrIOp>(op) && matchPattern(op->getOperand(1), m_One())) {
    if (!inverted.contains(op->getOperand(0)))
      inverted.insert(op->getResult(0));
    return get(op->getOperand(0));
  }
  bool isSelection = isa<arith::SelectOp>(op);
  if (!isSelection && !isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return {};
  SmallVector<Value> truths;
  for (Value operand : op->getOperands())
    truths.push_back(getTruth(operand));
  return create(op->getName().getStringRef(), truths, truths.back().getType());
}

/// Returns a number where the condition holds, elsewhere 0.
Value TileArithmetic::selectNumber(Value condition, double ifTrue,
                                   Type scalar) {
  Value zero = splat(cast<TypedAttr>(builder.getZeroAttr(scalar)));
  return select(condition, constant(zero, ifTrue), zero);
}

Value TileArithmetic::select(Value condition, Value ifTrue, Value ifFalse) {
  if (inverted.contains(condition))
    std::swap(ifTrue, ifFalse);
  return arith::SelectOp::create(builder, get(condition), ifTrue, ifFalse);
}
