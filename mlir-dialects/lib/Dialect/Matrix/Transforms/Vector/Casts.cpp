//===- Casts.cpp - conversions between formats ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches and builds the operation sequences of the operator Cast: rounding,
// clamping to the range of the target format, and the conversion operation.
// Matching follows the sequence from the result to the operand and accepts the
// forms that give the same result: bounds in either order, rounding before or
// after the clamp, or no clamp where the range is known. A failed alternative
// is rolled back.
//
//===----------------------------------------------------------------------===//

#include "Vector/Casts.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Format;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {

/// Follows a chain of single operations from result to operand and records
/// them.
class CastChain {
public:
  CastChain(Value value, SmallVectorImpl<Operation *> &steps, bool *positive)
      : value(value), positive(positive), steps(steps) {}

  template <typename Op> bool take() {
    auto op = value.getDefiningOp<Op>();
    if (!op)
      return false;
    steps.push_back(op);
    value = op->getOperand(0);
    return true;
  }

  /// Matches max(x, bound) or min(x, bound).
  template <typename Op> bool takeBound(int64_t bound) {
    auto op = value.getDefiningOp<Op>();
    return op && isSplatOf(op.getRhs(), bound) && take<Op>();
  }

  /// Matches min(x, high) and max(x, low) in either order. A maximum with 0
  /// between them is recorded if `positive` is set.
  template <typename Min, typename Max>
  bool takeClamp(std::pair<int64_t, int64_t> bounds) {
    auto [low, high] = bounds;
    Value before = value;
    size_t taken = count();
    bool hasUpper = false, hasLower = false, hasZero = false;
    while (true) {
      if (!hasUpper && takeBound<Min>(high))
        hasUpper = true;
      else if (!hasLower && takeBound<Max>(low))
        hasLower = true;
      else if (!hasZero && positive && takeBound<Max>(0))
        hasZero = true;
      else
        break;
    }
    if (hasUpper && (hasLower || hasZero)) {
      if (hasZero)
        *positive = true;
      return true;
    }
    rollBack(before, taken);
    return false;
  }
  template <typename Max> void takePositive() {
    if (positive && takeBound<Max>(0))
      *positive = true;
  }

  /// Restores the state before the last steps.
  void rollBack(Value start, size_t count) {
    value = start;
    steps.truncate(count);
    if (positive)
      *positive = false;
  }
  size_t count() const { return steps.size(); }

  Value value;

private:
  bool *positive; ///< set if a maximum with 0 was matched; null: not allowed
  SmallVectorImpl<Operation *> &steps;
};

} // namespace

/// Matches a clamp before the conversion. The bounds are integers, so rounding
/// before or after the clamp gives the same result.
static bool takeClampedFloat(CastChain &s, const Format &to) {
  Value start = s.value;
  size_t count = s.count();
  if (to.isUnsigned || !s.take<arith::FPToSIOp>())
    return false;
  bool rounded = s.take<math::RoundEvenOp>();
  bool clamped =
      s.takeClamp<arith::MinimumFOp, arith::MaximumFOp>(saturationBounds(to));
  if (clamped && (rounded || s.take<math::RoundEvenOp>()))
    return true;
  s.rollBack(start, count);
  return false;
}

/// fptosi truncates, so rounding must precede it. It returns poison if the
/// value is out of range; saturation refines poison.
static bool takeFloatToInt(CastChain &s, const Format &to) {
  unsigned bits = getElementTypeOrSelf(s.value).getIntOrFloatBitWidth();
  if (bits < 32 && takeClampedFloat(s, to))
    return true;
  if (bits < 32 && s.take<arith::TruncIOp>()) {
    if (!s.takeClamp<arith::MinSIOp, arith::MaxSIOp>(saturationBounds(to)) ||
        !s.take<arith::FPToSIOp>())
      return false;
    s.takePositive<arith::MaximumFOp>();
    return s.take<math::RoundEvenOp>();
  }
  bool converts =
      to.isUnsigned ? s.take<arith::FPToUIOp>() : s.take<arith::FPToSIOp>();
  return converts && s.take<math::RoundEvenOp>();
}

/// Returns the constant operand of the bound operator, if it has one.
template <typename Op> static std::optional<int64_t> boundOf(Operation *op) {
  auto bound = dyn_cast_if_present<Op>(op);
  auto number =
      bound ? dyn_cast_if_present<IntegerAttr>(splatElement(bound.getRhs()))
            : IntegerAttr();
  return number ? std::optional(number.getInt()) : std::nullopt;
}

bool matrix::isClamped(Value value, const Format &format) {
  auto [low, high] = saturationBounds(format);
  Operation *outer = value.getDefiningOp();
  Operation *inner = outer && outer->getNumOperands()
                         ? outer->getOperand(0).getDefiningOp()
                         : nullptr;
  for (auto [top, bottom] : {std::pair(outer, inner), std::pair(inner, outer)})
    if (auto upper = boundOf<arith::MinSIOp>(top))
      if (auto lower = boundOf<arith::MaxSIOp>(bottom))
        return low <= *lower && *lower <= *upper && *upper <= high;
  return false;
}

/// Matches the clamp of a saturating conversion. It may be absent if the values
/// are known to be in range.
static bool takeSaturation(CastChain &s, const Format &to) {
  return s.takeClamp<arith::MinSIOp, arith::MaxSIOp>(saturationBounds(to)) ||
         isClamped(s.value, to);
}

static bool takeCast(CastChain &s, const Format &from, const Format &to) {
  if (from.isFloat && to.isFloat)
    return from.bits < to.bits ? s.take<arith::ExtFOp>()
                               : s.take<arith::TruncFOp>();
  if (from.isFloat)
    return takeFloatToInt(s, to);
  if (to.isFloat)
    return from.isUnsigned ? s.take<arith::UIToFPOp>()
                           : s.take<arith::SIToFPOp>();
  if (from.bits < to.bits)
    return from.isUnsigned ? s.take<arith::ExtUIOp>()
                           : s.take<arith::ExtSIOp>();
  return s.take<arith::TruncIOp>() && takeSaturation(s, to);
}

Value matrix::matchCast(const Format &from, const Format &to, Value value,
                        SmallVectorImpl<Operation *> &steps, bool *positive) {
  CastChain s(value, steps, positive);
  if (!takeCast(s, from, to))
    return {};
  Type element = matrix::getElementType(from, value.getContext());
  return getElementTypeOrSelf(s.value) == element ? s.value : Value();
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

namespace {

class CastBuilder {
public:
  CastBuilder(ImplicitLocOpBuilder &b, const Format &to, VectorType result)
      : b(b), to(to), result(result) {}

  Value fromFloat(Value x);
  Value narrowInteger(Value x);
  template <typename Op> Value convert(Value x) {
    return Op::create(b, result, x);
  }

private:
  Value number(VectorType type, double v) { return createSplat(b, type, v); }

  ImplicitLocOpBuilder &b;
  const Format &to;
  VectorType result;
};

} // namespace

/// Clamps before the conversion, which returns poison for values out of range.
/// The largest i32 is not representable in f32, so results for values from 2^31
/// on are selected afterwards.
Value CastBuilder::fromFloat(Value x) {
  auto type = cast<VectorType>(x.getType());
  auto wide = VectorType::get(type.getShape(), b.getI32Type());
  auto [low, high] = saturationBounds(to);
  Value rounded = math::RoundEvenOp::create(b, x);
  auto compare = [&](arith::CmpFPredicate p, double bound) {
    return arith::CmpFOp::create(b, p, rounded, number(type, bound));
  };
  Value below = compare(arith::CmpFPredicate::OLE, low);
  Value above = compare(arith::CmpFPredicate::OGE, high);
  Value inside = arith::CmpFOp::create(b, arith::CmpFPredicate::ORD, x, x);
  for (Value outside : {below, above})
    inside = arith::SelectOp::create(
        b, outside,
        arith::ConstantOp::create(b, b.getZeroAttr(outside.getType())), inside);
  Value safe = arith::SelectOp::create(b, inside, rounded, number(type, 0));
  Value integer = arith::FPToSIOp::create(b, wide, safe);
  integer = arith::SelectOp::create(b, below, number(wide, low), integer);
  integer = arith::SelectOp::create(b, above, number(wide, high), integer);
  return result == wide ? integer : convert<arith::TruncIOp>(integer);
}

Value CastBuilder::narrowInteger(Value x) {
  auto type = cast<VectorType>(x.getType());
  auto [low, high] = saturationBounds(to);
  x = arith::MaxSIOp::create(b, x, number(type, low));
  x = arith::MinSIOp::create(b, x, number(type, high));
  return convert<arith::TruncIOp>(x);
}

Value matrix::buildCast(ImplicitLocOpBuilder &builder, const Format &from,
                        const Format &to, Value value) {
  auto type = cast<VectorType>(value.getType());
  auto result = type.clone(matrix::getElementType(to, builder.getContext()));
  CastBuilder cast(builder, to, result);
  if (from.isFloat && to.isFloat)
    return from.bits < to.bits ? cast.convert<arith::ExtFOp>(value)
                               : cast.convert<arith::TruncFOp>(value);
  if (from.isFloat)
    return cast.fromFloat(value);
  if (to.isFloat)
    return from.isUnsigned ? cast.convert<arith::UIToFPOp>(value)
                           : cast.convert<arith::SIToFPOp>(value);
  if (from.bits < to.bits)
    return from.isUnsigned ? cast.convert<arith::ExtUIOp>(value)
                           : cast.convert<arith::ExtSIOp>(value);
  return cast.narrowInteger(value);
}
