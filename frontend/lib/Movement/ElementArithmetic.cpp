//===- ElementArithmetic.cpp - operations on known elements ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats are computed by APFloat in the format of their type, with the rounding
// of the operation, so that results are those of execution.
//
//===----------------------------------------------------------------------===//

#include "ElementArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

using Element = std::optional<APInt>;
using RoundingMode = APFloat::roundingMode;

unsigned matrix::getElementBits(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Division by zero and overflow are undefined.
static bool isDivisible(const APInt &x, const APInt &y) {
  return !y.isZero() && !(x.isMinSignedValue() && y.isAllOnes());
}

static Element evaluateInteger(Operation *op, ArrayRef<APInt> x) {
  unsigned bits = getElementBits(op->getResult(0).getType());
  return llvm::TypeSwitch<Operation *, Element>(op)
      .Case<arith::AddIOp>([&](auto) { return x[0] + x[1]; })
      .Case<arith::SubIOp>([&](auto) { return x[0] - x[1]; })
      .Case<arith::MulIOp>([&](auto) { return x[0] * x[1]; })
      .Case<arith::DivSIOp>([&](auto) {
        return isDivisible(x[0], x[1]) ? Element(x[0].sdiv(x[1])) : Element();
      })
      .Case<arith::RemSIOp>([&](auto) {
        return isDivisible(x[0], x[1]) ? Element(x[0].srem(x[1])) : Element();
      })
      .Case<arith::FloorDivSIOp>([&](auto) {
        return isDivisible(x[0], x[1]) ? Element(llvm::APIntOps::RoundingSDiv(
                                             x[0], x[1], APInt::Rounding::DOWN))
                                       : Element();
      })
      .Case<arith::AndIOp>([&](auto) { return x[0] & x[1]; })
      .Case<arith::OrIOp>([&](auto) { return x[0] | x[1]; })
      .Case<arith::XOrIOp>([&](auto) { return x[0] ^ x[1]; })
      .Case<arith::MaxSIOp>(
          [&](auto) { return llvm::APIntOps::smax(x[0], x[1]); })
      .Case<arith::MinSIOp>(
          [&](auto) { return llvm::APIntOps::smin(x[0], x[1]); })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return APInt(
            1, arith::applyCmpPredicate(compare.getPredicate(), x[0], x[1]));
      })
      .Case<arith::SelectOp>([&](auto) { return x[0].isZero() ? x[2] : x[1]; })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](auto) { return x[0].sextOrTrunc(bits); })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>(
          [&](auto) { return x[0].zextOrTrunc(bits); })
      .Default([](Operation *) { return Element(); });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static const llvm::fltSemantics &getFormat(Type type) {
  return cast<FloatType>(type).getFloatSemantics();
}

static APInt roundToIntegral(APFloat value, RoundingMode mode) {
  value.roundToIntegral(mode);
  return value.bitcastToAPInt();
}

/// Values outside of the integer type are undefined.
static Element convertToInteger(const APFloat &value, unsigned bits,
                                bool isUnsigned) {
  APSInt result(bits, isUnsigned);
  bool isExact;
  auto status =
      value.convertToInteger(result, RoundingMode::TowardZero, &isExact);
  return status & APFloat::opInvalidOp ? Element() : Element(result);
}

static APInt convertFromInteger(const APInt &value, Type type, bool isSigned) {
  APFloat result(getFormat(type));
  result.convertFromAPInt(value, isSigned, RoundingMode::NearestTiesToEven);
  return result.bitcastToAPInt();
}

static APInt convertFormat(APFloat value, Type type) {
  bool losesInfo;
  value.convert(getFormat(type), RoundingMode::NearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt();
}

static Element evaluateFloat(Operation *op, ArrayRef<APFloat> x) {
  Type type = op->getResult(0).getType();
  return llvm::TypeSwitch<Operation *, Element>(op)
      .Case<arith::AddFOp>([&](auto) { return (x[0] + x[1]).bitcastToAPInt(); })
      .Case<arith::SubFOp>([&](auto) { return (x[0] - x[1]).bitcastToAPInt(); })
      .Case<arith::MulFOp>([&](auto) { return (x[0] * x[1]).bitcastToAPInt(); })
      .Case<arith::DivFOp>([&](auto) { return (x[0] / x[1]).bitcastToAPInt(); })
      .Case<arith::NegFOp>([&](auto) { return (-x[0]).bitcastToAPInt(); })
      .Case<arith::MaximumFOp>(
          [&](auto) { return llvm::maximum(x[0], x[1]).bitcastToAPInt(); })
      .Case<arith::MinimumFOp>(
          [&](auto) { return llvm::minimum(x[0], x[1]).bitcastToAPInt(); })
      .Case<math::FloorOp>([&](auto) {
        return roundToIntegral(x[0], RoundingMode::TowardNegative);
      })
      .Case<math::CeilOp>([&](auto) {
        return roundToIntegral(x[0], RoundingMode::TowardPositive);
      })
      .Case<math::TruncOp>(
          [&](auto) { return roundToIntegral(x[0], RoundingMode::TowardZero); })
      .Case<math::RoundEvenOp>([&](auto) {
        return roundToIntegral(x[0], RoundingMode::NearestTiesToEven);
      })
      .Case<arith::CmpFOp>([&](arith::CmpFOp compare) {
        return APInt(
            1, arith::applyCmpPredicate(compare.getPredicate(), x[0], x[1]));
      })
      .Case<arith::FPToSIOp>([&](auto) {
        return convertToInteger(x[0], getElementBits(type), false);
      })
      .Case<arith::FPToUIOp>([&](auto) {
        return convertToInteger(x[0], getElementBits(type), true);
      })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [&](auto) { return convertFormat(x[0], type); })
      .Default([](Operation *) { return Element(); });
}

std::optional<APInt> matrix::evaluateElement(Operation *op, ArrayRef<APInt> x) {
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return convertFromInteger(x[0], op->getResult(0).getType(),
                              isa<arith::SIToFPOp>(op));
  auto isFloat = [](Type type) { return isa<FloatType>(type); };
  if (isa<arith::SelectOp>(op) || !llvm::all_of(op->getOperandTypes(), isFloat))
    return evaluateInteger(op, x);
  SmallVector<APFloat> floats;
  for (auto [bits, type] : llvm::zip_equal(x, op->getOperandTypes()))
    floats.emplace_back(getFormat(type), bits);
  return evaluateFloat(op, floats);
}
