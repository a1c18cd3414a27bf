//===- NumericsTests.cpp - Arithmetic against llvm::APFloat ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Numerics/ScalarNumerics.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>
#include <vector>

using namespace llvm;
namespace num = matrix::num;

namespace {

constexpr auto nearestEven = APFloat::rmNearestTiesToEven;

uint32_t bits(float x) { return num::bitsFromFloat(x); }
float fromBits(uint32_t b) { return num::floatFromBits(b); }

/// NaNs are compared as the canonical one.
uint32_t canonicalBits(const APFloat &x) {
  return x.isNaN() ? num::canonicalNaN
                   : uint32_t(x.bitcastToAPInt().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Narrow floats: every code, and every float near a rounding boundary
//===----------------------------------------------------------------------===//

template <int E, int M, bool FiniteOnly> struct Format {
  using Type = num::SmallFloat<E, M, FiniteOnly>;
  static constexpr unsigned width = 1 + E + M;
};
struct BF16 : Format<8, 7, false> {
  static const fltSemantics &semantics() { return APFloat::BFloat(); }
};
struct F16 : Format<5, 10, false> {
  static const fltSemantics &semantics() { return APFloat::IEEEhalf(); }
};
struct E4M3 : Format<4, 3, true> {
  static const fltSemantics &semantics() { return APFloat::Float8E4M3FN(); }
};
struct E5M2 : Format<5, 2, false> {
  static const fltSemantics &semantics() { return APFloat::Float8E5M2(); }
};

template <typename F> class SmallFloatTest : public testing::Test {
protected:
  static float reference(uint32_t code, bool &isNaN) {
    APFloat x(F::semantics(), APInt(F::width, code));
    isNaN = x.isNaN();
    bool lost;
    x.convert(APFloat::IEEEsingle(), nearestEven, &lost);
    return x.convertToFloat();
  }
  static uint32_t referenceEncode(float value) {
    APFloat x(value);
    bool lost;
    x.convert(F::semantics(), nearestEven, &lost);
    return x.isNaN() ? F::Type::nan
                     : uint32_t(x.bitcastToAPInt().getZExtValue());
  }
  static void checkEncode(uint32_t floatBits) {
    float x = fromBits(floatBits);
    ASSERT_EQ(F::Type::encode(x), referenceEncode(x)) << std::hexfloat << x;
  }
};
using Formats = testing::Types<BF16, F16, E4M3, E5M2>;
TYPED_TEST_SUITE(SmallFloatTest, Formats);

TYPED_TEST(SmallFloatTest, DecodesEveryCode) {
  for (uint32_t code = 0; code < 1u << TypeParam::width; ++code) {
    bool isNaN;
    float want = this->reference(code, isNaN);
    uint32_t wantBits = isNaN ? num::canonicalNaN : bits(want);
    ASSERT_EQ(bits(TypeParam::Type::decode(code)), wantBits) << "code " << code;
  }
}

TYPED_TEST(SmallFloatTest, RoundsAroundEveryCodeAndBoundary) {
  for (uint32_t code = 0; code < 1u << TypeParam::width; ++code) {
    bool isNaN;
    uint32_t here = bits(this->reference(code, isNaN));
    if (isNaN)
      continue;
    uint32_t half = 1u << (TypeParam::Type::shift - 1);
    for (uint32_t step : {0u, half})
      for (int near : {-1, 0, 1})
        this->checkEncode(here + step + uint32_t(near));
  }
}

TYPED_TEST(SmallFloatTest, RoundsEveryExponent) {
  std::minstd_rand random(1);
  for (uint32_t top = 0; top < 512; ++top)
    for (int i = 0; i < 500; ++i)
      this->checkEncode(top << 23 | (random() & 0x7fffff));
}

TYPED_TEST(SmallFloatTest, RoundsSubnormalResults) {
  // From 0 to the normal range, in 64ths of the smallest normal number.
  float unit = std::ldexp(1.0f, 1 - TypeParam::Type::bias -
                                    (23 - TypeParam::Type::shift) - 6);
  for (uint32_t i = 0; i < 2u << (23 - TypeParam::Type::shift + 6); ++i)
    this->checkEncode(bits(unit * float(i)));
}

TYPED_TEST(SmallFloatTest, RoundsIntegersOnce) {
  std::minstd_rand random(2);
  auto check = [](int32_t x) {
    APFloat want(TypeParam::semantics());
    want.convertFromAPInt(APInt(32, uint32_t(x)), /*IsSigned=*/true,
                          nearestEven);
    uint32_t code = want.isNaN()
                        ? TypeParam::Type::nan
                        : uint32_t(want.bitcastToAPInt().getZExtValue());
    ASSERT_EQ(TypeParam::Type::encodeInt(x), code) << x;
  };
  for (int32_t x = -70000; x <= 70000; ++x)
    check(x);
  for (int shift = 0; shift < 31; ++shift)
    for (int i = 0; i < 2000; ++i)
      check(int32_t(uint32_t(random()) * 2 + 1) >> shift);
  check(INT32_MIN);
  check(INT32_MAX);
}

//===----------------------------------------------------------------------===//
// f32 and f64
//===----------------------------------------------------------------------===//

/// Zeros, subnormals, ties, large numbers, infinities, all kinds of NaNs.
std::vector<float> interesting() {
  std::vector<float> all;
  for (uint32_t b :
       {0x0u, 0x1u, 0x7fffffu, 0x800000u, 0x3f000000u, 0x3f800000u, 0x3f800001u,
        0x40000000u, 0x40490fdbu, 0x4b000001u, 0x4effffffu, 0x4f000000u,
        0x7f7fffffu, 0x7f800000u, 0x7f800001u, 0x7fc00000u, 0x7fc01234u})
    for (uint32_t sign : {0u, 1u})
      all.push_back(fromBits(b | sign << 31));
  std::minstd_rand random(3);
  for (int i = 0; i < 300; ++i)
    all.push_back(fromBits(uint32_t(random()) * 3));
  return all;
}

TEST(NumericsTest, ArithmeticRoundsOnceAndNaNsAreCanonical) {
  for (float a : interesting())
    for (float b : interesting()) {
      APFloat sum(a), difference(a), product(a), quotient(a), fused(a);
      sum.add(APFloat(b), nearestEven);
      difference.subtract(APFloat(b), nearestEven);
      product.multiply(APFloat(b), nearestEven);
      quotient.divide(APFloat(b), nearestEven);
      fused.fusedMultiplyAdd(APFloat(b), APFloat(1.25f), nearestEven);
      ASSERT_EQ(bits(num::add(a, b)), canonicalBits(sum));
      ASSERT_EQ(bits(num::sub(a, b)), canonicalBits(difference));
      ASSERT_EQ(bits(num::mul(a, b)), canonicalBits(product));
      ASSERT_EQ(bits(num::div(a, b)), canonicalBits(quotient));
      ASSERT_EQ(bits(num::fma(a, b, 1.25f)), canonicalBits(fused));
    }
}

TEST(NumericsTest, MaximumAndMinimumPropagateNaNsAndOrderZeros) {
  for (float a : interesting())
    for (float b : interesting()) {
      ASSERT_EQ(bits(num::maximum(a, b)),
                canonicalBits(maximum(APFloat(a), APFloat(b))));
      ASSERT_EQ(bits(num::minimum(a, b)),
                canonicalBits(minimum(APFloat(a), APFloat(b))));
      ASSERT_EQ(bits(num::maximumNumber(a, b)),
                canonicalBits(maximumnum(APFloat(a), APFloat(b))));
      ASSERT_EQ(bits(num::minimumNumber(a, b)),
                canonicalBits(minimumnum(APFloat(a), APFloat(b))));
    }
  EXPECT_EQ(bits(num::maximum(-0.0f, 0.0f)), bits(0.0f));
  EXPECT_EQ(bits(num::minimum(0.0f, -0.0f)), bits(-0.0f));
}

TEST(NumericsTest, RoundsToIntegralValues) {
  for (float x : interesting()) {
    APFloat even(x), down(x);
    even.roundToIntegral(nearestEven);
    down.roundToIntegral(APFloat::rmTowardNegative);
    ASSERT_EQ(bits(num::roundeven(x)), canonicalBits(even));
    ASSERT_EQ(bits(num::floor(x)), canonicalBits(down));
  }
}

TEST(NumericsTest, FloatsBecomeIntegersSaturating) {
  for (float x : interesting()) {
    APSInt want(32, /*isUnsigned=*/false);
    bool exact;
    APFloat(x).convertToInteger(want, nearestEven, &exact);
    int32_t value = std::isnan(x) ? 0 : int32_t(want.getExtValue());
    ASSERT_EQ(num::toInt(x), value) << std::hexfloat << x;
    APSInt wide(64, /*isUnsigned=*/false);
    APFloat(x).convertToInteger(wide, APFloat::rmTowardZero, &exact);
    ASSERT_EQ(num::toInt64(x), std::isnan(x) ? 0 : wide.getExtValue())
        << std::hexfloat << x;
    ASSERT_EQ(num::toInt64(double(x)), std::isnan(x) ? 0 : wide.getExtValue());
  }
  EXPECT_EQ(num::toInt(2147483648.0f), INT32_MAX);
  EXPECT_EQ(num::toInt(-3e9f), INT32_MIN);
  EXPECT_EQ(num::toInt(2.5f), 2);
  EXPECT_EQ(num::toInt(-3.5f), -4);
}

TEST(NumericsTest, IntegersSaturateAndWrap) {
  EXPECT_EQ(num::saturate<int8_t>(128), 127);
  EXPECT_EQ(num::saturate<int8_t>(-129), -128);
  EXPECT_EQ(num::saturate<uint8_t>(-1), 0);
  EXPECT_EQ(num::saturate<uint8_t>(256), 255);
  EXPECT_EQ(num::addi(INT32_MAX, 1), INT32_MIN);
  EXPECT_EQ(num::muli(0x10000, 0x10000), 0);
  EXPECT_EQ(num::absi(INT32_MIN), INT32_MIN);
  EXPECT_EQ(num::shl(1, 33), 2);
  EXPECT_EQ(num::shr(-1, 28), 15);
  EXPECT_EQ(num::sra(-16, 34), -4);
  EXPECT_EQ(num::maxu(-1, 1), -1);
}

TEST(NumericsTest, TranscendentalsAreThoseOfDoubleRoundedOnce) {
  for (float x : interesting()) {
    auto same = [&](float got, double want) {
      ASSERT_EQ(bits(got),
                std::isnan(want) ? num::canonicalNaN : bits(float(want)));
    };
    same(num::exp(x), std::exp(double(x)));
    same(num::log(x), std::log(double(x)));
    same(num::tanh(x), std::tanh(double(x)));
    same(num::erf(x), std::erf(double(x)));
    same(num::sin(x), std::sin(double(x)));
    same(num::cos(x), std::cos(double(x)));
    same(num::sqrt(x), std::sqrt(double(x)));
    same(num::rsqrt(x), 1 / std::sqrt(double(x)));
    same(num::sigmoid(x), 1 / (1 + std::exp(-double(x))));
  }
}

TEST(NumericsTest, DoublesBecomeNarrowFloatsInOneRounding) {
  // Rounding to f32 first gives a tie, which is then rounded down.
  double above = 1.0 + 0x1p-8 + 0x1p-40;
  EXPECT_EQ(num::toBF16(above), num::toBF16(1.0) + 1);
  EXPECT_EQ(num::toBF16(float(above)), num::toBF16(1.0));
  EXPECT_EQ(num::toF16(1.0 + 0x1p-11 + 0x1p-40), num::toF16(1.0) + 1);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(num::toF16(infinity), 0x7c00);
  EXPECT_EQ(num::toF16(-infinity), 0xfc00);
  EXPECT_EQ(num::toBF16(infinity), 0x7f80);
  EXPECT_EQ(num::toBF16(1e300), 0x7f80);
  std::minstd_rand random(4);
  for (int i = 0; i < 100000; ++i) {
    double x = std::ldexp(double(random()) * double(random()),
                          int(random() % 80) - 100);
    APFloat half(x);
    bool lost;
    half.convert(APFloat::IEEEhalf(), nearestEven, &lost);
    ASSERT_EQ(num::toF16(x), half.bitcastToAPInt().getZExtValue())
        << std::hexfloat << x;
  }
}

//===----------------------------------------------------------------------===//
// 64-bit integers
//===----------------------------------------------------------------------===//

TEST(NumericsTest, DivisionNeverFails) {
  EXPECT_EQ(num::divSigned(7, 0), -1);
  EXPECT_EQ(num::remSigned(7, 0), 7);
  EXPECT_EQ(num::divSigned(INT64_MIN, -1), INT64_MIN);
  EXPECT_EQ(num::remSigned(INT64_MIN, -1), 0);
  EXPECT_EQ(num::divSigned(-7, 2), -3);
  EXPECT_EQ(num::remSigned(-7, 2), -1);
  EXPECT_EQ(num::divUnsigned(7, 0), -1);
  EXPECT_EQ(num::remUnsigned(7, 0), 7);
  EXPECT_EQ(num::divUnsigned(uint64_t(-1), 2), INT64_MAX);
}

TEST(NumericsTest, WideProductsAndCounts) {
  EXPECT_EQ(num::mulHighUnsigned(uint64_t(-1), uint64_t(-1)), -2);
  EXPECT_EQ(num::mulHigh(INT64_MIN, 2), -1);
  EXPECT_EQ(num::leadingZeros(0), 64);
  EXPECT_EQ(num::leadingZeros(1), 63);
  EXPECT_EQ(num::trailingZeros(0), 64);
  EXPECT_EQ(num::trailingZeros(8), 3);
  EXPECT_EQ(num::popCount(uint64_t(-1)), 64);
  EXPECT_EQ(num::signExtend(0x80, 8), -128);
}

} // namespace
