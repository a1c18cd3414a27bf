//===- ElementArithmetic.cpp - operations on known elements ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folders of the operations compute the results, so that they agree with
// what canonicalization folds. A folder may also return one of its operands;
// its bits are then the result. Folders reject conversions that round or
// overflow: the result of the latter is any number, and the nearest is chosen.
//
//===----------------------------------------------------------------------===//

#include "ElementArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace matrix;

unsigned matrix::getElementBits(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

static Attribute getConstant(Type type, const APInt &bits) {
  if (auto format = dyn_cast<FloatType>(type))
    return FloatAttr::get(type, APFloat(format.getFloatSemantics(), bits));
  return IntegerAttr::get(type, bits);
}

static std::optional<APInt> getBits(Attribute constant) {
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValue().bitcastToAPInt();
  if (auto integer = dyn_cast<IntegerAttr>(constant))
    return integer.getValue();
  return std::nullopt;
}

/// Converts to the nearest integer; NaN has none.
static std::optional<APInt> convertToInteger(Operation *op, const APInt &bits) {
  auto format = cast<FloatType>(op->getOperand(0).getType());
  APFloat number(format.getFloatSemantics(), bits);
  if (number.isNaN())
    return std::nullopt;
  APSInt integer(getElementBits(op->getResult(0).getType()),
                 isa<arith::FPToUIOp>(op));
  bool isExact;
  number.convertToInteger(integer, APFloat::rmTowardZero, &isExact);
  return integer;
}

static APInt roundToResult(Operation *op, const APInt &bits) {
  auto from = cast<FloatType>(op->getOperand(0).getType()),
       to = cast<FloatType>(op->getResult(0).getType());
  APFloat number(from.getFloatSemantics(), bits);
  bool losesInfo;
  number.convert(to.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.bitcastToAPInt();
}

std::optional<APInt> matrix::evaluateElement(Operation *op, ArrayRef<APInt> x) {
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return convertToInteger(op, x.front());
  if (isa<arith::TruncFOp>(op))
    return roundToResult(op, x.front());
  SmallVector<Attribute> operands;
  for (auto [type, bits] : llvm::zip_equal(op->getOperandTypes(), x))
    operands.push_back(getConstant(type, bits));
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return std::nullopt;
  if (auto constant = dyn_cast<Attribute>(results.front()))
    return getBits(constant);
  auto operand = llvm::find(op->getOperands(), cast<Value>(results.front()));
  return operand == op->operand_end() ? std::nullopt
                                      : std::optional(x[operand.getIndex()]);
}
