//===- Masks.cpp - truth values as 32-bit tiles ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the mask of any comparison from a few elementary comparisons, and
// recognizes values that are masks. Only eq, lt and le need an instruction:
//
//   x > y   y < x             unordered or x < y   not (y <= x)
//   x != y  x < y or y < x    ordered              x == x and y == y
//   x <u y  (x ^ MIN) < (y ^ MIN), MIN the smallest signed number
//
// The exchange of operands keeps comparisons with NaN false; the negation makes
// them true.
//
//===----------------------------------------------------------------------===//

#include "Legalization/Masks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

bool matrix::isElementary(Operation *op) {
  if (auto floats = dyn_cast<arith::CmpFOp>(op))
    return llvm::is_contained(
        {CmpFPredicate::OEQ, CmpFPredicate::OLT, CmpFPredicate::OLE},
        floats.getPredicate());
  return llvm::is_contained(
      {CmpIPredicate::eq, CmpIPredicate::slt, CmpIPredicate::sle},
      cast<arith::CmpIOp>(op).getPredicate());
}

/// Builds the mask from the ordered comparisons eq, lt and le.
Value Masks::of(arith::CmpFOp op) {
  Value x = op.getLhs(), y = op.getRhs();
  switch (op.getPredicate()) {
  case CmpFPredicate::AlwaysFalse:
    return number(0);
  case CmpFPredicate::AlwaysTrue:
    return number(-1);
  case CmpFPredicate::OEQ:
    return equal(x, y);
  case CmpFPredicate::OLT:
    return less(x, y);
  case CmpFPredicate::OLE:
    return lessOrEqual(x, y);
  case CmpFPredicate::OGT:
    return less(y, x);
  case CmpFPredicate::OGE:
    return lessOrEqual(y, x);
  case CmpFPredicate::ONE:
    return either(less(x, y), less(y, x));
  case CmpFPredicate::ORD:
    return x == y ? equal(x, x) : both(equal(x, x), equal(y, y));
  case CmpFPredicate::UEQ:
    return invert(either(less(x, y), less(y, x)));
  case CmpFPredicate::UGT:
    return invert(lessOrEqual(x, y));
  case CmpFPredicate::UGE:
    return invert(less(x, y));
  case CmpFPredicate::ULT:
    return invert(lessOrEqual(y, x));
  case CmpFPredicate::ULE:
    return invert(less(y, x));
  case CmpFPredicate::UNE:
    return invert(equal(x, y));
  case CmpFPredicate::UNO:
    return invert(x == y ? equal(x, x) : both(equal(x, x), equal(y, y)));
  }
  return {};
}

/// Builds the mask from eq, slt and sle. Flipping the sign bits turns unsigned
/// into signed order.
Value Masks::of(arith::CmpIOp op) {
  Value x = op.getLhs(), y = op.getRhs();
  auto flip = [&](Value v) -> Value {
    return arith::XOrIOp::create(b, v, number(INT32_MIN));
  };
  auto is = [&](CmpIPredicate p, Value l, Value r) {
    return mask(compare(p, l, r));
  };
  switch (op.getPredicate()) {
  case CmpIPredicate::eq:
  case CmpIPredicate::slt:
  case CmpIPredicate::sle:
    return is(op.getPredicate(), x, y);
  case CmpIPredicate::ne:
    return invert(is(CmpIPredicate::eq, x, y));
  case CmpIPredicate::sgt:
    return is(CmpIPredicate::slt, y, x);
  case CmpIPredicate::sge:
    return is(CmpIPredicate::sle, y, x);
  case CmpIPredicate::ult:
    return is(CmpIPredicate::slt, flip(x), flip(y));
  case CmpIPredicate::ule:
    return is(CmpIPredicate::sle, flip(x), flip(y));
  case CmpIPredicate::ugt:
    return is(CmpIPredicate::slt, flip(y), flip(x));
  case CmpIPredicate::uge:
    return is(CmpIPredicate::sle, flip(y), flip(x));
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Recognition
//===----------------------------------------------------------------------===//

bool matrix::isMask(Value value) {
  if (isSplatOf(value, 0) || isSplatOf(value, -1))
    return true;
  Operation *op = value.getDefiningOp();
  if (auto extend = dyn_cast_if_present<arith::ExtSIOp>(op))
    return getElementTypeOrSelf(extend.getIn()).isInteger(1);
  if (isa_and_present<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op))
    return isMask(op->getOperand(0)) && isMask(op->getOperand(1));
  return false;
}

Value matrix::comparedWithZero(Value truth) {
  auto compare = truth.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != CmpIPredicate::ne ||
      !isSplatOf(compare.getRhs(), 0))
    return {};
  return compare.getLhs();
}

Value matrix::invertedMask(Value value) {
  auto invert = value.getDefiningOp<arith::XOrIOp>();
  return invert && isSplatOf(invert.getRhs(), -1) && isMask(invert.getLhs())
             ? invert.getLhs()
             : Value();
}
