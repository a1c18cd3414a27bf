//===- TileArithmetic.cpp - scalar bodies on tiles ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A recursive translation of the body from its results, with memoization: each
// scalar value has one column block. Values in narrow floats are rounded after
// each operation, by a conversion to the format and back. The conversion is
// omitted where the result needs none: selections, signs, minima and maxima,
// and products with a power of two in a format with the exponents of f32.
// Results of the body are returned before rounding, since storing a tile rounds
// them.
//
//===----------------------------------------------------------------------===//

#include "TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Column blocks
//===----------------------------------------------------------------------===//

VectorType TileArithmetic::getColumnBlockType(Type scalar) const {
  if (!scalar.isIntOrFloat() || scalar.getIntOrFloatBitWidth() > 32)
    return {};
  Type word = isa<FloatType>(scalar) ? Type(builder.getF32Type())
                                     : builder.getI32Type();
  VectorType type = getTileType(word, variant);
  if (!type || !scalar.isInteger(1))
    return type;
  return VectorType::get(type.getShape(), scalar);
}

Value TileArithmetic::create(StringRef name, ValueRange operands, Type type) {
  OperationState state(builder.getLoc(), name);
  state.addOperands(operands);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value TileArithmetic::splat(TypedAttr scalar) {
  VectorType type = getColumnBlockType(scalar.getType());
  if (!type)
    return {};
  Attribute value = scalar;
  if (auto number = dyn_cast<FloatAttr>(scalar)) {
    APFloat wide = number.getValue();
    bool inexact;
    wide.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven, &inexact);
    value = builder.getFloatAttr(type.getElementType(), wide);
  } else if (auto number = dyn_cast<IntegerAttr>(scalar);
             number && !number.getType().isInteger(1)) {
    value = builder.getIntegerAttr(type.getElementType(),
                                   number.getValue().sext(32));
  }
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, value));
}

Value TileArithmetic::constant(Value like, double value) {
  auto type = cast<VectorType>(like.getType());
  Type element = type.getElementType();
  Attribute number =
      isa<FloatType>(element)
          ? Attribute(builder.getFloatAttr(element, value))
          : builder.getIntegerAttr(element, static_cast<int64_t>(value));
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, number));
}

//===----------------------------------------------------------------------===//
// Values of the body
//===----------------------------------------------------------------------===//

/// Returns whether the operation multiplies with a power of two in a format
/// with the exponents of f32: the product needs no rounding unless it is
/// subnormal.
static bool scalesExactly(Operation *op) {
  auto product = dyn_cast<arith::MulFOp>(op);
  if (!product)
    return false;
  const llvm::fltSemantics &format =
      cast<FloatType>(product.getType()).getFloatSemantics();
  APFloat factor(format);
  return APFloat::semanticsMinExponent(format) ==
             APFloat::semanticsMinExponent(APFloat::IEEEsingle()) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return matchPattern(operand, m_ConstantFloat(&factor)) &&
                  factor.getExactLog2Abs() != INT_MIN;
         });
}

Value TileArithmetic::get(Value scalar) {
  if (Value known = values.lookup(scalar))
    return known;
  TypedAttr attribute;
  Value result;
  if (matchPattern(scalar, m_Constant(&attribute)))
    result = splat(attribute);
  else if (Operation *op = scalar.getDefiningOp();
           op && op->getNumResults() == 1 &&
           getColumnBlockType(scalar.getType()))
    result = translate(op);
  if (!result) {
    unsupported = unsupported ? unsupported : scalar;
    return {};
  }
  if (isNarrowFloat(scalar.getType()) && !attribute &&
      !isa<arith::SelectOp, arith::NegFOp, math::AbsFOp, arith::MaximumFOp,
           arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp>(
          scalar.getDefiningOp()) &&
      !scalesExactly(scalar.getDefiningOp())) {
    unrounded[scalar] = result;
    result = round(result, scalar.getType());
  }
  return values[scalar] = result;
}

Value TileArithmetic::getResult(Value scalar) {
  Value rounded = get(scalar);
  if (rounded && scalar.getType().isInteger(1))
    return selectNumber(scalar, 1, builder.getI32Type());
  Value exact = unrounded.lookup(scalar);
  return exact ? exact : rounded;
}

Value TileArithmetic::translate(Operation *op) {
  for (Value operand : op->getOperands())
    if (!get(operand))
      return {};
  if (isa<CastOpInterface>(op))
    return translateCast(op);
  if (isa<arith::CmpFOp, arith::CmpIOp>(op))
    return translateCompare(op);
  if (op->getResult(0).getType().isInteger(1))
    return translateLogic(op);
  return translateOther(op);
}

/// Emits the operation on column blocks. Integers narrower than a word wrap.
Value TileArithmetic::clone(Operation *op) {
  SmallVector<Value> columnBlocks;
  for (Value operand : op->getOperands())
    columnBlocks.push_back(get(operand));
  Type scalar = op->getResult(0).getType();
  Value result = create(op->getName().getStringRef(), columnBlocks,
                        getColumnBlockType(scalar));
  // Results of other operations are in range.
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) ||
      (isa<IntegerType>(scalar) && !isa<arith::ArithDialect>(op->getDialect())))
    return wrap(result, scalar.getIntOrFloatBitWidth(), /*isSigned=*/true);
  return result;
}

/// Returns whether the operation is elementwise with one type that has the
/// semantics of its column blocks. The availability of an instruction is
/// checked separately.
static bool isUniform(Operation *op) {
  Type type = op->getResult(0).getType();
  return op->hasTrait<OpTrait::Elementwise>() &&
         (isa<FloatType>(type) || type.isInteger(32)) &&
         llvm::all_of(op->getOperandTypes(),
                      [&](Type operand) { return operand == type; });
}

Value TileArithmetic::translateOther(Operation *op) {
  auto columnBlock = [&](unsigned i) { return get(op->getOperand(i)); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::NegFOp, arith::AddFOp, arith::SubFOp, arith::MulFOp,
            arith::DivFOp, arith::MaximumFOp, arith::MinimumFOp,
            arith::MaxNumFOp, arith::MinNumFOp, arith::AddIOp, arith::SubIOp,
            arith::MulIOp, arith::MaxSIOp, arith::MinSIOp, arith::AndIOp,
            arith::OrIOp, arith::XOrIOp>([&](auto) { return clone(op); })
      .Case<arith::SelectOp>([&](auto) {
        return select(op->getOperand(0), columnBlock(1), columnBlock(2));
      })
      .Default([&](Operation *) {
        bool unary = op->getName().getDialectNamespace() == "math" &&
                     op->getNumOperands() == 1;
        return unary || isUniform(op) ? clone(op) : Value();
      });
}
