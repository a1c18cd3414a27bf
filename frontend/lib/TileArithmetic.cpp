//===- TileArithmetic.cpp - scalar bodies on tiles -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
// Parts
//===----------------------------------------------------------------------===//

static bool isNarrowFloat(Type type) {
  return isa<FloatType>(type) && type.getIntOrFloatBitWidth() < 32;
}

VectorType TileArithmetic::getPartType(Type scalar) const {
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
  OperationState state(loc, name);
  state.addOperands(operands);
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

Value TileArithmetic::splat(TypedAttr scalar) {
  VectorType type = getPartType(scalar.getType());
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
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, value));
}

Value TileArithmetic::constant(Value like, double value) {
  auto type = cast<VectorType>(like.getType());
  Type element = type.getElementType();
  Attribute number =
      isa<FloatType>(element)
          ? Attribute(builder.getFloatAttr(element, value))
          : builder.getIntegerAttr(element, static_cast<int64_t>(value));
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, number));
}

Value TileArithmetic::widen(Value tile, int64_t q) {
  auto type = cast<VectorType>(tile.getType());
  VectorType part = getPartType(type.getElementType());
  if (type == part)
    return tile;
  int64_t columns = part.getDimSize(1);
  Value block = vector::ExtractStridedSliceOp::create(
      builder, loc, tile, ArrayRef<int64_t>{0, q * columns}, part.getShape(),
      ArrayRef<int64_t>{1, 1});
  bool isFloat = isa<FloatType>(part.getElementType());
  return create(isFloat ? "arith.extf" : "arith.extsi", block, part);
}

Value TileArithmetic::narrowInto(Value tile, Value part, int64_t q) {
  auto type = cast<VectorType>(tile.getType());
  if (type == part.getType())
    return part;
  int64_t columns = cast<VectorType>(part.getType()).getDimSize(1);
  return vector::InsertStridedSliceOp::create(
      builder, loc, truncate(part, type.getElementType()), tile,
      ArrayRef<int64_t>{0, q * columns}, ArrayRef<int64_t>{1, 1});
}

/// A part with the elements of a narrow type: half or quarter of a tile.
/// Integers are clamped first: conversions of the hardware saturate.
Value TileArithmetic::truncate(Value part, Type element) {
  VectorType type = cast<VectorType>(part.getType()).clone(element);
  if (isa<FloatType>(element))
    return create("arith.truncf", part, type);
  double limit = std::ldexp(1.0, element.getIntOrFloatBitWidth() - 1);
  part = create("arith.maxsi", {part, constant(part, -limit)}, part.getType());
  part =
      create("arith.minsi", {part, constant(part, limit - 1)}, part.getType());
  return create("arith.trunci", part, type);
}

Value TileArithmetic::round(Value part, Type scalar) {
  if (!isNarrowFloat(scalar))
    return part;
  return create("arith.extf", truncate(part, scalar), part.getType());
}

/// The low bits, extended again.
Value TileArithmetic::wrap(Value part, unsigned bits, bool isSigned) {
  if (bits == 32)
    return part;
  if (!isSigned)
    return create("arith.andi",
                  {part, constant(part, std::ldexp(1.0, bits) - 1)},
                  part.getType());
  Value count = constant(part, 32 - bits);
  Value high = create("arith.shli", {part, count}, part.getType());
  return create("arith.shrsi", {high, count}, part.getType());
}

//===----------------------------------------------------------------------===//
// Values of the body
//===----------------------------------------------------------------------===//

Value TileArithmetic::get(Value scalar) {
  if (Value known = values.lookup(scalar))
    return known;
  TypedAttr attribute;
  Value result;
  if (matchPattern(scalar, m_Constant(&attribute)))
    result = splat(attribute);
  else if (Operation *op = scalar.getDefiningOp();
           op && op->getNumResults() == 1 && getPartType(scalar.getType()))
    result = translate(op);
  if (!result) {
    unsupported = unsupported ? unsupported : scalar;
    return {};
  }
  if (isNarrowFloat(scalar.getType()) && !attribute &&
      !isa<arith::SelectOp, arith::NegFOp, math::AbsFOp, arith::MaximumFOp,
           arith::MinimumFOp>(scalar.getDefiningOp())) {
    unrounded[scalar] = result;
    result = round(result, scalar.getType());
  }
  return values[scalar] = result;
}

Value TileArithmetic::getUnrounded(Value scalar) {
  Value rounded = get(scalar);
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
  return translateRest(op);
}

/// The same operation on parts. Integers narrower than a word wrap.
Value TileArithmetic::clone(Operation *op) {
  SmallVector<Value> parts;
  for (Value operand : op->getOperands())
    parts.push_back(get(operand));
  Type scalar = op->getResult(0).getType();
  if (scalar.isInteger(1))
    return {};
  Value result =
      create(op->getName().getStringRef(), parts, getPartType(scalar));
  if (isa<IntegerType>(scalar))
    return wrap(result, scalar.getIntOrFloatBitWidth(), /*isSigned=*/true);
  return result;
}

Value TileArithmetic::translateRest(Operation *op) {
  auto part = [&](unsigned i) { return get(op->getOperand(i)); };
  auto type = [&] { return getPartType(op->getResult(0).getType()); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::NegFOp>([&](auto) { return negate(part(0)); })
      .Case<math::CeilOp>([&](auto) {
        return negate(create("math.floor", negate(part(0)), type()));
      })
      .Case<math::TruncOp>([&](auto) { return towardZero(part(0)); })
      .Case<arith::MaxNumFOp>([&](auto) {
        Value both = create("arith.maximumf", {part(0), part(1)}, type());
        return selectNumber(part(0), part(1), both);
      })
      .Case<arith::MinNumFOp>([&](auto) {
        Value both = create("arith.minimumf", {part(0), part(1)}, type());
        return selectNumber(part(0), part(1), both);
      })
      .Case<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
            arith::MaximumFOp, arith::MinimumFOp, arith::AddIOp, arith::SubIOp,
            arith::MulIOp, arith::MaxSIOp, arith::MinSIOp, arith::AndIOp,
            arith::OrIOp, arith::XOrIOp>([&](auto) { return clone(op); })
      .Case<arith::SelectOp>([&](auto) {
        // Truth values are conditions and nothing else.
        bool isBool = op->getResult(0).getType().isInteger(1);
        return isBool ? Value() : select(op->getOperand(0), part(1), part(2));
      })
      .Default([&](Operation *) {
        bool unary = op->getName().getDialectNamespace() == "math" &&
                     op->getNumOperands() == 1;
        return unary || isa<math::FmaOp>(op) ? clone(op) : Value();
      });
}

Value TileArithmetic::negate(Value part) {
  return create("arith.subf", {constant(part, -0.0), part}, part.getType());
}

Value TileArithmetic::towardZero(Value part) {
  Type type = part.getType();
  Value zero = constant(part, 0.0);
  Value below = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLT,
                                      part, zero);
  Value up = negate(create("math.floor", negate(part), type));
  Value down = create("math.floor", part, type);
  return arith::SelectOp::create(builder, loc, below, up, down);
}

/// maxnumf and minnumf: a NaN loses against a number.
Value TileArithmetic::selectNumber(Value lhs, Value rhs, Value both) {
  auto isNumber = [&](Value v) -> Value {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ, v, v);
  };
  Value inner = arith::SelectOp::create(builder, loc, isNumber(rhs), both, lhs);
  return arith::SelectOp::create(builder, loc, isNumber(lhs), inner, rhs);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value TileArithmetic::translateCast(Operation *op) {
  Value part = get(op->getOperand(0));
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  VectorType type = getPartType(to);
  if (from.isInteger(1)) {
    Value like = splat(cast<TypedAttr>(builder.getZeroAttr(to)));
    bool isSigned = isa<arith::ExtSIOp, arith::SIToFPOp>(op);
    return select(op->getOperand(0), constant(like, isSigned ? -1 : 1), like);
  }
  unsigned bits = from.getIntOrFloatBitWidth();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::ExtFOp, arith::ExtSIOp>([&](auto) { return part; })
      // Rounded or clamped by whoever asked.
      .Case<arith::TruncFOp>([&](auto) { return part; })
      .Case<arith::ExtUIOp>([&](auto) { return wrap(part, bits, false); })
      .Case<arith::SIToFPOp>(
          [&](auto) { return create("arith.sitofp", part, type); })
      .Case<arith::UIToFPOp>([&](auto) {
        return bits == 32
                   ? Value()
                   : create("arith.sitofp", wrap(part, bits, false), type);
      })
      .Case<arith::TruncIOp>([&](auto) {
        return to.isInteger(1) ? Value()
                               : wrap(part, to.getIntOrFloatBitWidth(), true);
      })
      .Case<arith::FPToSIOp>([&](auto) {
        // The hardware rounds to nearest even.
        Value whole =
            create("math.roundeven", towardZero(part), part.getType());
        return wrap(create("arith.fptosi", whole, type),
                    to.getIntOrFloatBitWidth(), true);
      })
      .Default([](Operation *) { return Value(); });
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

namespace {

/// A predicate in terms of those that instructions have: swap the operands,
/// exchange true and false.
template <typename Predicate> struct Comparison {
  Predicate predicate;
  bool swap, invert;
};

} // namespace

static std::optional<Comparison<arith::CmpFPredicate>>
normalise(arith::CmpFPredicate predicate) {
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
  default:
    return std::nullopt;
  }
}

static std::optional<Comparison<arith::CmpIPredicate>>
normalise(arith::CmpIPredicate predicate) {
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
  auto comparison = normalise(op.getPredicate());
  if (!comparison)
    return {};
  if (comparison->swap)
    std::swap(lhs, rhs);
  inverted = comparison->invert;
  return Op::create(builder, op.getLoc(), comparison->predicate, lhs, rhs);
}

/// What is inverted stays so until a selection exchanges its two sides.
Value TileArithmetic::translateCompare(Operation *op) {
  Value lhs = get(op->getOperand(0)), rhs = get(op->getOperand(1));
  bool invert = false;
  Value mask;
  if (auto compareFloat = dyn_cast<arith::CmpFOp>(op))
    mask = compare(builder, compareFloat, lhs, rhs, invert);
  else if (!op->getOperand(0).getType().isInteger(1))
    mask = compare(builder, cast<arith::CmpIOp>(op), lhs, rhs, invert);
  if (invert)
    inverted.insert(op->getResult(0));
  return mask;
}

Value TileArithmetic::select(Value condition, Value ifTrue, Value ifFalse) {
  if (inverted.contains(condition))
    std::swap(ifTrue, ifFalse);
  return arith::SelectOp::create(builder, loc, get(condition), ifTrue, ifFalse);
}
