//===- TileConversions.cpp - conversions of element types on tiles --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates conversions of a body, and tracks constant clamps to omit
// redundant wrapping and saturation.
//
//===----------------------------------------------------------------------===//

#include "TileArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Range analysis
//===----------------------------------------------------------------------===//

namespace {

/// Returns the value of a splat constant, if it is one.
std::optional<double> constantOf(Value part) {
  DenseElementsAttr elements;
  if (!matchPattern(part, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().convertToDouble();
  return double(elements.getSplatValue<APInt>().getSExtValue());
}

struct Bounds {
  double low = -INFINITY, high = INFINITY;
};

/// Returns the bounds that clamps with constants impose on a part; `source`
/// receives the clamped value.
Bounds boundsOf(Value part, Value &source) {
  Operation *op = part.getDefiningOp();
  source = part;
  bool isMax = isa_and_present<arith::MaximumFOp, arith::MaxSIOp>(op);
  bool isMin = isa_and_present<arith::MinimumFOp, arith::MinSIOp>(op);
  if (!isMax && !isMin)
    return {};
  unsigned position = constantOf(op->getOperand(1)) ? 1 : 0;
  std::optional<double> limit = constantOf(op->getOperand(position));
  if (!limit)
    return {};
  Bounds bounds = boundsOf(op->getOperand(1 - position), source);
  bounds.low =
      isMax ? std::max(bounds.low, *limit) : std::min(bounds.low, *limit);
  bounds.high =
      isMax ? std::max(bounds.high, *limit) : std::min(bounds.high, *limit);
  return bounds;
}

/// Returns whether clamps restrict the part to integers of that width.
bool isWithin(Value part, unsigned bits, bool isSigned) {
  Value source;
  Bounds bounds = boundsOf(part, source);
  double limit = std::ldexp(1.0, isSigned ? bits - 1 : bits);
  return bounds.low >= (isSigned ? -limit : 0) && bounds.high <= limit - 1;
}

constexpr unsigned floatDigits = 24; // of f32

/// Whether f32, in which tiles compute, would round the integer before a
/// narrower format of that range does.
bool isRoundedTwice(Value part, unsigned bits, Type to) {
  const llvm::fltSemantics &format = cast<FloatType>(to).getFloatSemantics();
  return to.getIntOrFloatBitWidth() < 32 && bits > floatDigits &&
         APFloat::semanticsMaxExponent(format) >= int(floatDigits) &&
         !isWithin(part, floatDigits + 1, /*isSigned=*/true);
}

bool isWhole(double value) {
  return std::trunc(value) == value && std::abs(value) < 0x1p22;
}

} // namespace

//===----------------------------------------------------------------------===//
// Widening and narrowing
//===----------------------------------------------------------------------===//

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

/// Narrows a part to half or a quarter of a tile. Integers are clamped first,
/// because conversion instructions saturate.
Value TileArithmetic::truncate(Value part, Type element) {
  VectorType type = cast<VectorType>(part.getType()).clone(element);
  if (isa<FloatType>(element))
    return create("arith.truncf", part, type);
  double limit = std::ldexp(1.0, element.getIntOrFloatBitWidth() - 1);
  Value source;
  Bounds bounds = boundsOf(part, source);
  if (isWithin(part, element.getIntOrFloatBitWidth(), /*isSigned=*/true))
    return create("arith.trunci", clamp(source, bounds.low, bounds.high), type);
  return create("arith.trunci", clamp(part, -limit, limit - 1), type);
}

Value TileArithmetic::round(Value part, Type scalar) {
  if (!isNarrowFloat(scalar))
    return part;
  return create("arith.extf", truncate(part, scalar), part.getType());
}

/// Sign- or zero-extends the low `bits` bits.
Value TileArithmetic::wrap(Value part, unsigned bits, bool isSigned) {
  if (bits == 32 || isWithin(part, bits, isSigned))
    return part;
  if (!isSigned)
    return create("arith.andi",
                  {part, constant(part, std::ldexp(1.0, bits) - 1)},
                  part.getType());
  Value count = constant(part, 32 - bits);
  Value high = create("arith.shli", {part, count}, part.getType());
  return create("arith.shrsi", {high, count}, part.getType());
}

/// Converts floats that are integers within bounds, round(x) + c clamped, to
/// integers, as subsequent operations are on integers. Null for other values.
Value TileArithmetic::wholeToInteger(Value part, unsigned bits) {
  Value source;
  Bounds bounds = boundsOf(part, source);
  double limit = std::ldexp(1.0, bits - 1);
  if (!isWhole(bounds.low) || !isWhole(bounds.high) || bounds.low < -limit ||
      bounds.high > limit - 1)
    return {};
  std::optional<double> offset;
  if (auto add = source.getDefiningOp<arith::AddFOp>();
      add && (offset = constantOf(add.getRhs())) && isWhole(*offset))
    source = add.getLhs();
  else
    offset.reset();
  if (!source.getDefiningOp<math::RoundEvenOp>())
    return {};
  Value result =
      create("arith.fptosi", source,
             cast<VectorType>(part.getType()).clone(builder.getI32Type()));
  if (offset)
    result = create("arith.addi", {result, constant(result, *offset)},
                    result.getType());
  return clamp(result, bounds.low, bounds.high);
}

Value TileArithmetic::clamp(Value part, double low, double high) {
  part = create("arith.maxsi", {part, constant(part, low)}, part.getType());
  return create("arith.minsi", {part, constant(part, high)}, part.getType());
}

/// An integer that f32 holds: the lowest digits of large ones become 0, and 1
/// in front of them unless they were 0, which narrower formats round as the
/// whole.
Value TileArithmetic::limitDigits(Value part) {
  constexpr int low = (1 << (32 - floatDigits)) - 1;
  auto apply = [&](const char *name, Value lhs, Value rhs) {
    return create(name, {lhs, rhs}, part.getType());
  };
  Value mask = constant(part, low);
  Value carry = apply("arith.addi", apply("arith.andi", part, mask), mask);
  Value cut = apply("arith.andi", apply("arith.ori", part, carry),
                    constant(part, ~low));
  double limit = std::ldexp(1.0, floatDigits);
  Value isExact = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        part, clamp(part, -limit, limit - 1));
  return arith::SelectOp::create(builder, loc, isExact, part, cut);
}

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
      // The caller has rounded or clamped the value.
      .Case<arith::TruncFOp>([&](auto) { return part; })
      .Case<arith::ExtUIOp>([&](auto) { return wrap(part, bits, false); })
      .Case<arith::SIToFPOp>([&](auto) {
        Value number =
            isRoundedTwice(part, bits, to) ? limitDigits(part) : part;
        return create("arith.sitofp", number, type);
      })
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
        if (Value whole = wholeToInteger(part, to.getIntOrFloatBitWidth()))
          return whole;
        return wrap(create("arith.fptosi", part, type),
                    to.getIntOrFloatBitWidth(), true);
      })
      .Default([](Operation *) { return Value(); });
}
