//===- TileConversions.cpp - conversions of element types on tiles --------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates conversions of a body. Constant clamps give intervals of values:
// wrapping to a narrow integer is omitted if the interval fits it. A narrowing
// of integers is a clamp and a truncation, the form of saturating instructions.
// Quantization, round(x) + c clamped in floats, becomes integer arithmetic if
// all constants are integers. Integers that f32 does not represent are rounded
// to odd first, which avoids double rounding in a narrower float.
//
//===----------------------------------------------------------------------===//

#include "TileArithmetic.h"
#include "ValueRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

namespace {

constexpr unsigned kFloatPrecision = 24; // of f32

/// Whether f32, in which tiles compute, would round the integer before a
/// narrower format of that range does.
bool isDoubleRounded(Value columnBlock, unsigned bits, Type to) {
  const llvm::fltSemantics &format = cast<FloatType>(to).getFloatSemantics();
  return to.getIntOrFloatBitWidth() < 32 && bits > kFloatPrecision &&
         APFloat::semanticsMaxExponent(format) >= int(kFloatPrecision) &&
         !isWithin(columnBlock, kFloatPrecision + 1, /*isSigned=*/true);
}

/// Clamps and zero points below this magnitude, and sums of two of them, are
/// exact in f32.
constexpr double kLargestBound = 0x1p22;

bool isIntegral(double value) {
  return std::trunc(value) == value && std::abs(value) < kLargestBound;
}

} // namespace

//===----------------------------------------------------------------------===//
// Widening and narrowing
//===----------------------------------------------------------------------===//

Value TileArithmetic::widen(Value tile, int64_t q) {
  auto type = cast<VectorType>(tile.getType());
  VectorType columnBlock = getColumnBlockType(type.getElementType());
  if (type == columnBlock)
    return tile;
  int64_t columns = columnBlock.getDimSize(1);
  Value block = vector::ExtractStridedSliceOp::create(
      builder, tile, ArrayRef<int64_t>{0, q * columns}, columnBlock.getShape(),
      ArrayRef<int64_t>{1, 1});
  bool isFloat = isa<FloatType>(columnBlock.getElementType());
  return create(isFloat ? arith::ExtFOp::getOperationName()
                        : arith::ExtSIOp::getOperationName(),
                block, columnBlock);
}

Value TileArithmetic::narrowInto(Value tile, Value columnBlock, int64_t q) {
  auto type = cast<VectorType>(tile.getType());
  if (type == columnBlock.getType())
    return columnBlock;
  int64_t columns = cast<VectorType>(columnBlock.getType()).getDimSize(1);
  return vector::InsertStridedSliceOp::create(
      builder, truncate(columnBlock, type.getElementType()), tile,
      ArrayRef<int64_t>{0, q * columns}, ArrayRef<int64_t>{1, 1});
}

/// Narrows a part to half or a quarter of a tile. Integers are clamped first,
/// because conversion instructions saturate.
Value TileArithmetic::truncate(Value columnBlock, Type element) {
  VectorType type = cast<VectorType>(columnBlock.getType()).clone(element);
  if (isa<FloatType>(element))
    return create(arith::TruncFOp::getOperationName(), columnBlock, type);
  double limit = std::ldexp(1.0, element.getIntOrFloatBitWidth() - 1);
  Value source;
  Bounds bounds = boundsOf(columnBlock, source);
  if (isWithin(columnBlock, element.getIntOrFloatBitWidth(), /*isSigned=*/true))
    return create(arith::TruncIOp::getOperationName(),
                  clamp(source, bounds.low, bounds.high), type);
  return create(arith::TruncIOp::getOperationName(),
                clamp(columnBlock, -limit, limit - 1), type);
}

Value TileArithmetic::round(Value columnBlock, Type scalar) {
  if (!isNarrowFloat(scalar))
    return columnBlock;
  return create(arith::ExtFOp::getOperationName(),
                truncate(columnBlock, scalar), columnBlock.getType());
}

/// Sign- or zero-extends the low `bits` bits.
Value TileArithmetic::wrap(Value columnBlock, unsigned bits, bool isSigned) {
  if (bits == 32 || isWithin(columnBlock, bits, isSigned))
    return columnBlock;
  if (!isSigned)
    return create(
        arith::AndIOp::getOperationName(),
        {columnBlock, constant(columnBlock, std::ldexp(1.0, bits) - 1)},
        columnBlock.getType());
  Value count = constant(columnBlock, 32 - bits);
  Value high = create(arith::ShLIOp::getOperationName(), {columnBlock, count},
                      columnBlock.getType());
  return create(arith::ShRSIOp::getOperationName(), {high, count},
                columnBlock.getType());
}

/// Limits a rounded value, so that its conversion to i32, which saturates, plus
/// a zero point does not wrap around: 2^30 + kLargestBound < 2^31. The limit is
/// beyond all bounds by which the sum is clamped.
Value TileArithmetic::limitRounded(Value rounded) {
  constexpr double limit = 0x1p30;
  Value value = rounded.getDefiningOp<math::RoundEvenOp>().getOperand();
  if (largestMagnitude(value) <= limit)
    return rounded;
  for (auto [name, bound] :
       {std::pair(arith::MaximumFOp::getOperationName(), -limit),
        std::pair(arith::MinimumFOp::getOperationName(), limit)})
    value = create(name, {value, constant(value, bound)}, value.getType());
  return create(math::RoundEvenOp::getOperationName(), value, value.getType());
}

/// Converts floats that are integers within bounds, round(x) + c clamped, to
/// integers, as subsequent operations are on integers. Null for other values.
Value TileArithmetic::convertIntegralFloat(Value columnBlock, unsigned bits) {
  Value source;
  Bounds bounds = boundsOf(columnBlock, source);
  double limit = std::ldexp(1.0, bits - 1);
  if (!isIntegral(bounds.low) || !isIntegral(bounds.high) ||
      bounds.low < -limit || bounds.high > limit - 1)
    return {};
  std::optional<double> offset;
  if (auto add = source.getDefiningOp<arith::AddFOp>();
      add && (offset = constantOf(add.getRhs())) && isIntegral(*offset))
    source = add.getLhs();
  else
    offset.reset();
  if (!source.getDefiningOp<math::RoundEvenOp>())
    return {};
  Value result = create(
      arith::FPToSIOp::getOperationName(),
      offset ? limitRounded(source) : source,
      cast<VectorType>(columnBlock.getType()).clone(builder.getI32Type()));
  if (offset)
    result = create(arith::AddIOp::getOperationName(),
                    {result, constant(result, *offset)}, result.getType());
  return clamp(result, bounds.low, bounds.high);
}

Value TileArithmetic::clamp(Value columnBlock, double low, double high) {
  columnBlock =
      create(arith::MaxSIOp::getOperationName(),
             {columnBlock, constant(columnBlock, low)}, columnBlock.getType());
  return create(arith::MinSIOp::getOperationName(),
                {columnBlock, constant(columnBlock, high)},
                columnBlock.getType());
}

/// Rounds an integer to odd at the precision p of f32, unless it is within
/// [-2^p, 2^p). The lowest 32 - p bits are cleared, and the bit before
/// them is set if one of them was set:
///
///   x                    s .......... b  | l l .. l    l: 32 - p bits
///   (l + mask) & ~mask   0 .......... c  | 0 0 .. 0    c: whether l != 0
///   result               s ........ b|c  | 0 0 .. 0
///
/// This sticky bit is below the last bit of every narrower format, which
/// therefore rounds the result as it rounds x.
Value TileArithmetic::roundToOdd(Value columnBlock) {
  constexpr int low = (1 << (32 - kFloatPrecision)) - 1;
  auto apply = [&](StringRef name, Value lhs, Value rhs) {
    return create(name, {lhs, rhs}, columnBlock.getType());
  };
  Value mask = constant(columnBlock, low);
  Value carry =
      apply(arith::AddIOp::getOperationName(),
            apply(arith::AndIOp::getOperationName(), columnBlock, mask), mask);
  Value odd = apply(arith::AndIOp::getOperationName(),
                    apply(arith::OrIOp::getOperationName(), columnBlock, carry),
                    constant(columnBlock, ~low));
  double limit = std::ldexp(1.0, kFloatPrecision);
  Value isExact =
      arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, columnBlock,
                            clamp(columnBlock, -limit, limit - 1));
  return arith::SelectOp::create(builder, isExact, columnBlock, odd);
}

Value TileArithmetic::translateCast(Operation *op) {
  Value columnBlock = get(op->getOperand(0));
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  VectorType type = getColumnBlockType(to);
  if (from.isInteger(1)) {
    bool isSigned = isa<arith::ExtSIOp, arith::SIToFPOp>(op);
    return selectNumber(op->getOperand(0), isSigned ? -1 : 1, to);
  }
  unsigned bits = from.getIntOrFloatBitWidth();
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::ExtFOp, arith::ExtSIOp>([&](auto) { return columnBlock; })
      // The caller has rounded or clamped the value.
      .Case<arith::TruncFOp>([&](auto) { return columnBlock; })
      .Case<arith::ExtUIOp>(
          [&](auto) { return wrap(columnBlock, bits, false); })
      .Case<arith::SIToFPOp>([&](auto) {
        Value number = isDoubleRounded(columnBlock, bits, to)
                           ? roundToOdd(columnBlock)
                           : columnBlock;
        return create(arith::SIToFPOp::getOperationName(), number, type);
      })
      .Case<arith::UIToFPOp>([&](auto) {
        return bits == 32 ? Value()
                          : create(arith::SIToFPOp::getOperationName(),
                                   wrap(columnBlock, bits, false), type);
      })
      .Case<arith::TruncIOp>([&](auto) {
        return to.isInteger(1)
                   ? Value()
                   : wrap(columnBlock, to.getIntOrFloatBitWidth(), true);
      })
      .Case<arith::FPToSIOp>([&](auto) {
        if (Value whole =
                convertIntegralFloat(columnBlock, to.getIntOrFloatBitWidth()))
          return whole;
        return wrap(
            create(arith::FPToSIOp::getOperationName(), columnBlock, type),
            to.getIntOrFloatBitWidth(), true);
      })
      .Default([](Operation *) { return Value(); });
}
