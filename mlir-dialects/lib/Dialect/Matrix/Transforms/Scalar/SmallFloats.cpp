//===- SmallFloats.cpp - arithmetic on the bits of small floats -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between small floats and f32. Decoding multiplies by a power of
// two, which adjusts the bias and normalizes subnormals; encoding rounds to
// nearest even.
//
//===----------------------------------------------------------------------===//

#include "Scalar/SmallFloats.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace matrix;
using arith::CmpIPredicate;
using Layout = SmallFloatLayout;
using Words = SmallFloatWords;

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

bool matrix::hasExponentOnly(Type type) {
  return isa<Float8E8M0FNUType>(getElementTypeOrSelf(type));
}

std::optional<Layout> Layout::of(Type type) {
  auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!floating || floating.getWidth() > 8)
    return std::nullopt;
  const llvm::fltSemantics &s = floating.getFloatSemantics();
  int mantissa = int(APFloat::semanticsPrecision(s)) - 1;
  if (mantissa == 0)
    return std::nullopt;
  Special special = AllOnes;
  if (APFloat::semanticsHasInf(s))
    special = Infinities;
  else if (!APFloat::semanticsHasNaN(s))
    special = None;
  else if (APFloat::getZero(s, /*Negative=*/true).isPosZero())
    special = MinusZero;
  return Layout{int(floating.getWidth()) - 1 - mantissa, mantissa,
                1 - APFloat::semanticsMinExponent(s), special};
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Value Words::adjust(Value x, Value isAway, Value isInexact) {
  Value bits = asWord(x);
  Value closer = apply<arith::SubIOp>(bits, 1);
  bits = arith::SelectOp::create(b, isAway, closer, bits);
  Value odd = apply<arith::OrIOp>(bits, 1);
  return asFloat(arith::SelectOp::create(b, isInexact, odd, bits));
}

static uint32_t powerOfTwo(int exponent) {
  return uint32_t(127 + exponent) << 23;
}

/// A multiplication by a power of two adjusts the bias and normalizes
/// subnormals.
Value Words::decode(const Layout &f, Value code) {
  Value bits =
      arith::BitcastOp::create(b, of(b.getIntegerType(f.width())), code);
  bits = arith::ExtUIOp::create(b, word(), bits);
  Value magnitude = apply<arith::AndIOp>(bits, f.magnitudeMask());
  Value sign = apply<arith::ShLIOp>(apply<arith::AndIOp>(bits, f.signBit()),
                                    31 - f.exponent - f.mantissa);
  Value shifted = asFloat(apply<arith::ShLIOp>(magnitude, f.shift()));
  Value value = asWord(
      apply<arith::MulFOp>(shifted, asFloat(number(powerOfTwo(127 - f.bias)))));
  if (f.special == Layout::Infinities)
    value = select(CmpIPredicate::eq, magnitude, f.exponentMask(),
                   number(0x7f800000), value);
  value = apply<arith::OrIOp>(value, sign);
  Value nan = number(0x7fc00000);
  switch (f.special) {
  case Layout::Infinities:
    value = select(CmpIPredicate::ugt, magnitude, f.limit(), nan, value);
    break;
  case Layout::AllOnes:
    value = select(CmpIPredicate::eq, magnitude, f.nan(), nan, value);
    break;
  case Layout::MinusZero:
    value = select(CmpIPredicate::eq, bits, f.nan(), nan, value);
    break;
  case Layout::None:
    break;
  }
  return asFloat(value);
}

/// Rounds to nearest even: adds half a unit in the last place minus one plus
/// the last bit retained, then truncates.
Value Words::roundNormal(const Layout &f, Value magnitude) {
  Value last =
      apply<arith::AndIOp>(apply<arith::ShRUIOp>(magnitude, f.shift()), 1);
  Value half = apply<arith::AddIOp>(magnitude, (1u << (f.shift() - 1)) - 1);
  return apply<arith::ShRUIOp>(apply<arith::AddIOp>(half, last), f.shift());
}

/// Adds a constant whose unit in the last place is that of the subnormal, so
/// that the addition rounds at this bit.
Value Words::roundSubnormal(const Layout &f, Value magnitude) {
  uint32_t magic = powerOfTwo(23 + 1 - f.bias - f.mantissa);
  Value sum = apply<arith::AddFOp>(asFloat(magnitude), asFloat(number(magic)));
  return apply<arith::SubIOp>(asWord(sum), magic);
}

Value Words::encode(const Layout &f, Value x) {
  Value bits = asWord(x);
  Value sign = apply<arith::ShLIOp>(apply<arith::ShRUIOp>(bits, 31),
                                    f.exponent + f.mantissa);
  Value magnitude = apply<arith::AndIOp>(bits, 0x7fffffff);
  Value rounded = roundNormal(f, magnitude);
  uint32_t rebias = uint32_t(127 - f.bias) << f.mantissa;
  Value code = apply<arith::SubIOp>(rounded, rebias);
  code = select(CmpIPredicate::ult, magnitude, powerOfTwo(1 - f.bias),
                roundSubnormal(f, magnitude), code);
  code = select(CmpIPredicate::uge, rounded, rebias + f.limit(),
                number(f.overflow()), code);
  Value value = apply<arith::OrIOp>(code, sign);
  if (f.special == Layout::MinusZero)
    value = select(CmpIPredicate::eq, code, 0, code, value);
  if (f.special == Layout::AllOnes || f.special == Layout::MinusZero)
    value = select(CmpIPredicate::uge, code, f.nan(), number(f.nan()), value);
  value =
      select(CmpIPredicate::ugt, magnitude, 0x7f800000, number(f.nan()), value);
  return arith::TruncIOp::create(b, of(b.getIntegerType(f.width())), value);
}

/// The code n is 2^(n - 127), and all ones are NaN. 2^-127 is subnormal in f32.
Value Words::decodeExponent(Value code) {
  Value bits = arith::BitcastOp::create(b, of(b.getI8Type()), code);
  bits = arith::ExtUIOp::create(b, word(), bits);
  Value value = apply<arith::ShLIOp>(bits, 23);
  value = select(CmpIPredicate::eq, bits, 0, number(1u << 22), value);
  return asFloat(
      select(CmpIPredicate::eq, bits, 0xff, number(0x7fc00000), value));
}

/// Rounds the magnitude to the nearest power of two, up if it is between two.
Value Words::encodeExponent(Value x) {
  Value magnitude = apply<arith::AndIOp>(asWord(x), 0x7fffffff);
  Value code =
      apply<arith::ShRUIOp>(apply<arith::AddIOp>(magnitude, 1u << 22), 23);
  code = select(CmpIPredicate::ult, magnitude, 3u << 21, number(0), code);
  code = select(CmpIPredicate::ugt, code, 0xff, number(0xff), code);
  return arith::TruncIOp::create(b, of(b.getI8Type()), code);
}
