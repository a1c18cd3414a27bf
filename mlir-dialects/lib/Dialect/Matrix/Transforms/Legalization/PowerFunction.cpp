//===- PowerFunction.cpp - powers by logarithms ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Powers x^y = 2^(y log2(x)) of tiles of f32. The absolute error of the
// exponent is the relative error of the power, so that an exponent up to 150
// takes more digits of the logarithm than f32 has:
//
//   small constant y  x = m 2^n, and the product of n and the upper bits of y
//                     is exact; log2(m) is one f32
//   other y           log2(m) is the sum of two f32, with an error of about
//                     2^-33: the series of the inverse hyperbolic tangent of
//                     s = (m - 1) / (m + 1), in which s and s^3 have rounding
//                     errors as second parts. The largest error found of
//                     the power is 0.97 units in the last place
//
// Zeros, infinities, NaN and negative numbers have the powers of C.
//
//===----------------------------------------------------------------------===//

#include "Legalization/TileFormulas.h"
#include <algorithm>
#include <optional>

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

/// A positive number m 2^n with m from sqrt(1/2) to sqrt(2), also a subnormal
/// one.
struct Scaled {
  Value m, n;

  Scaled(ImplicitLocOpBuilder &b, VectorType type, Value x) {
    Tiles t(b, type);
    VectorType bits = type.clone(b.getI32Type());
    auto number = [&](double value) { return createSplat(b, bits, value); };
    Value smallest = t.number(std::ldexp(1, -126));
    Value normal = t.select(CmpFPredicate::OLT, x, smallest,
                            t.mul(x, std::ldexp(1, 24)), x);
    Value word = arith::BitcastOp::create(b, bits, normal);
    // Carries into the exponent from sqrt(2) on, whose bits are 0x3fb504f3.
    Value carried = arith::AddIOp::create(b, word, number(0x4afb0d));
    Value biased = arith::ShRUIOp::create(b, carried, number(23));
    Value exponent = arith::SubIOp::create(b, biased, number(127));
    Value scale = arith::ShLIOp::create(b, exponent, number(23));
    m = arith::BitcastOp::create(b, type,
                                 arith::SubIOp::create(b, word, scale));
    n = arith::SIToFPOp::create(b, type, exponent);
    n = t.select(CmpFPredicate::OLT, x, smallest, t.sub(n, 24), n);
  }
};

/// A number as the sum of two f32, the second one small.
struct Sum {
  Value upper, lower;
};

/// Constants of log2(m) = 2 / ln(2) (s + s^3 / 3 + s^5 / 5 + ..), the first two
/// as sums of f32. The series beyond s^3 is a Chebyshev fit for s^2 up to
/// 17 - 12 sqrt(2).
constexpr double kFirst = 2 / M_LN2, kThird = 0.9617966923011453;
constexpr double kFifth[] = {0.577079779499317, 0.41190066747624626,
                             0.3366040449446179};

double belowF32(double number) { return number - double(float(number)); }

/// (m - 1) / (m + 1). The remainder of the division is exact.
Sum ratio(Tiles &t, Value m) {
  Value f = t.sub(m, 1), d = t.add(f, 2), inverse = t.div(t.number(1), d);
  Value s = t.mul(f, inverse), negative = t.neg(s);
  Value rest = t.fma(negative, d, f);
  rest = t.fma(negative, t.sub(f, t.sub(d, 2)), rest);
  return {s, t.mul(rest, inverse)};
}

Sum log2(Tiles &t, const Scaled &x) {
  auto [s, low] = ratio(t, x.m);
  Value negative = t.neg(s), square = t.mul(s, s);
  Value squareLow = t.fma(s, s, t.mul(negative, s));
  Value cube = t.mul(square, s);
  Value cubeLow = t.fma(square, s, t.mul(square, negative));
  cubeLow = t.fma(squareLow, s, cubeLow);
  cubeLow = t.fma(square, t.mul(low, 3), cubeLow);
  Value fifth = t.polynomial(square, kFifth);
  fifth = t.fma(fifth, square, t.number(belowF32(kThird)));

  Value first = t.mul(s, kFirst);
  Value lower = t.fma(s, kFirst, t.mul(negative, kFirst));
  lower = t.fma(low, kFirst, t.fma(s, belowF32(kFirst), lower));
  Value both = t.fma(cube, kThird, first);
  lower = t.add(lower, t.fma(cube, kThird, t.sub(first, both)));
  lower = t.fma(cubeLow, kThird, t.fma(cube, fifth, lower));
  Value upper = t.add(x.n, both);
  return {upper, t.add(t.add(t.sub(x.n, upper), both), lower)};
}

/// From here on, every power of numbers other than 1 overflows or underflows.
/// The limit is even, as all larger numbers are.
constexpr double kLargestExponent = double(1ull << 40);

/// The exponent of a power, a tile or one number for all elements.
struct Exponent {
  Value value;
  std::optional<double> constant;

  Exponent(Tiles &t, Value tile) {
    if (auto attr = dyn_cast_if_present<FloatAttr>(splatElement(tile)))
      constant = std::clamp(attr.getValueAsDouble(), -kLargestExponent,
                            kLargestExponent);
    value = constant ? t.number(*constant) : t.clamp(tile, kLargestExponent);
  }

  /// Returns y where the exponent is an integer, else z.
  Value selectWhole(Tiles &t, Value y, Value z) const {
    if (constant)
      return std::trunc(*constant) == *constant ? y : z;
    return t.select(CmpFPredicate::OEQ, t.floor(value), value, y, z);
  }

  /// Returns y where the exponent is an odd integer, else z.
  Value selectOdd(Tiles &t, Value y, Value z) const {
    if (constant)
      return std::abs(std::fmod(*constant, 2)) == 1 ? y : z;
    Value half = t.mul(t.abs(value), 0.5);
    return t.select(CmpFPredicate::OEQ, t.sub(half, t.floor(half)), 0.5, y, z);
  }
};

/// The absolute value of the power, NaN for negative numbers if the exponent
/// has a fraction.
Value magnitude(Tiles &t, const Scaled &scaled, Value x,
                const Exponent &exponent) {
  Value a = t.abs(x), y = exponent.value;
  Sum logarithm = log2(t, scaled);
  Value upper = t.select(CmpFPredicate::OGE, exponent.selectWhole(t, a, x), 0.0,
                         logarithm.upper, t.number(NAN));
  upper = t.select(CmpFPredicate::OLT, a, HUGE_VAL, upper, a);
  upper = t.select(CmpFPredicate::OEQ, a, 0.0, t.number(-HUGE_VAL), upper);

  Value product = t.mul(y, upper), limited = t.clamp(product, 252);
  Value low = t.fma(y, logarithm.lower, t.fma(y, upper, t.neg(product)));
  low = t.select(CmpFPredicate::OEQ, product, limited, low, t.number(0));
  Value n = t.round(limited);
  return t.exp2(n, t.add(t.sub(limited, n), low));
}

} // namespace

Value matrix::expandFractionalPower(ImplicitLocOpBuilder &b, VectorType type,
                                    Value x, double y) {
  /// The error is proportional to the exponent.
  constexpr double kMaxExponent = 4;
  if (!type.getElementType().isF32() || !(std::abs(y) <= kMaxExponent) ||
      y == 0)
    return {};
  int scale;
  std::frexp(y, &scale);
  double upper = std::ldexp(std::trunc(std::ldexp(y, 12 - scale)), scale - 12);
  Tiles t(b, type);
  Scaled parts(b, type, x);
  Value logarithm = t.mul(t.log(parts.m), M_LOG2E);
  Value exact = t.mul(parts.n, upper);
  Value rest = t.add(t.mul(parts.n, y - upper), t.mul(logarithm, y));
  Value whole = t.round(t.add(exact, rest));
  Value n = t.clamp(whole, 252);
  Value result = t.exp2(n, t.add(t.sub(exact, whole), rest));
  Value zero = t.number(0), infinity = t.number(HUGE_VAL);
  result = t.select(CmpFPredicate::OGE, x, zero, result, t.number(NAN));
  result =
      t.select(CmpFPredicate::OEQ, x, zero, y > 0 ? zero : infinity, result);
  return t.select(CmpFPredicate::OEQ, t.abs(x), infinity,
                  y > 0 ? infinity : zero, result);
}

Value matrix::expandPowerFunction(ImplicitLocOpBuilder &b, VectorType type,
                                  Value x, Value y) {
  auto constant = dyn_cast_if_present<FloatAttr>(splatElement(y));
  if (!type.getElementType().isF32() ||
      (constant && constant.getValue().isNaN()))
    return {};
  Tiles t(b, type);
  Exponent exponent(t, y);
  Value result = magnitude(t, Scaled(b, type, t.abs(x)), x, exponent);
  result = exponent.selectOdd(t, t.withSign(result, x), result);
  if (exponent.constant)
    return result;
  Value one = t.number(1);
  result = t.select(CmpFPredicate::OEQ, y, 0.0, one, result);
  return t.select(CmpFPredicate::OEQ, x, one, one, result);
}
