//===- WideArithmeticTest.cpp - binary128 and __int128 --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares the functions that compilers call for binary128 and __int128, bit by
// bit, with the operators of the host.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <cmath>
#include <cstring>
#include <random>

__extension__ typedef __float128 Quad;
__extension__ typedef unsigned __int128 Wide;
__extension__ typedef __int128 SignedWide;

namespace {

class Samples {
public:
  uint64_t next() { return Generator(); }
  int below(unsigned N) { return int(next() % N); }
  Wide wide() { return Wide(next()) << 64 | next(); }

  /// A number of any class, often of an exponent near that of others.
  Quad quad() {
    switch (below(6)) {
    case 0:
      return withExponent(wide(), 16379 + below(9));
    case 1:
      return withExponent(wide(), below(3));
    case 2:
      return withExponent(wide() & ~Wide(0) << below(113), 16353 + below(60));
    case 3:
      return Quad(below(2001) - 1000) / Quad(1 << below(20));
    case 4:
      return special();
    default:
      return fromBits<Quad>(wide());
    }
  }

  template <typename T, typename Bits> static T fromBits(Bits B) {
    static_assert(sizeof(T) == sizeof(Bits));
    T Value;
    std::memcpy(&Value, &B, sizeof(Value));
    return Value;
  }

private:
  static constexpr int FractionBits = 112;

  static Quad withExponent(Wide Bits, int Exponent) {
    Bits &= ~(Wide(0x7fff) << FractionBits);
    return fromBits<Quad>(Bits | Wide(Exponent) << FractionBits);
  }
  Quad special() {
    const Wide Infinity = Wide(0x7fff) << FractionBits;
    const Wide Bits[] = {0,
                         1,
                         Wide(1) << FractionBits,
                         Infinity - 1,
                         Infinity,
                         Infinity + 1,
                         Wide(0x3fff) << FractionBits};
    return fromBits<Quad>(Bits[below(7)] | Wide(below(2)) << 127);
  }

  std::mt19937_64 Generator{1};
};

constexpr int Rounds = 200000;

/// Equal bits, or both NaN.
template <typename T> bool same(T A, T B) {
  if (A != A || B != B)
    return A != A && B != B;
  return std::memcmp(&A, &B, sizeof(T)) == 0;
}

} // namespace

#define DECLARE(RESULT, NAME, ...) extern "C" RESULT runtime_##NAME(__VA_ARGS__)

//===----------------------------------------------------------------------===//
// Arithmetic and comparisons of binary128
//===----------------------------------------------------------------------===//

DECLARE(Quad, __addtf3, Quad, Quad);
DECLARE(Quad, __subtf3, Quad, Quad);
DECLARE(Quad, __multf3, Quad, Quad);
DECLARE(Quad, __divtf3, Quad, Quad);
DECLARE(Quad, __powitf2, Quad, int);
DECLARE(int, __eqtf2, Quad, Quad);
DECLARE(int, __netf2, Quad, Quad);
DECLARE(int, __lttf2, Quad, Quad);
DECLARE(int, __letf2, Quad, Quad);
DECLARE(int, __gttf2, Quad, Quad);
DECLARE(int, __getf2, Quad, Quad);
DECLARE(int, __unordtf2, Quad, Quad);

TEST(WideArithmetic, Quad) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Quad A = S.quad(), B = S.quad();
    ASSERT_TRUE(same(runtime___addtf3(A, B), A + B)) << I;
    ASSERT_TRUE(same(runtime___subtf3(A, B), A - B)) << I;
    ASSERT_TRUE(same(runtime___multf3(A, B), A * B)) << I;
    ASSERT_TRUE(same(runtime___divtf3(A, B), A / B)) << I;
  }
}

TEST(WideArithmetic, QuadComparisons) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Quad A = S.quad(), B = S.below(8) ? S.quad() : A;
    ASSERT_EQ(runtime___eqtf2(A, B) == 0, A == B) << I;
    ASSERT_EQ(runtime___netf2(A, B) != 0, A != B) << I;
    ASSERT_EQ(runtime___lttf2(A, B) < 0, A < B) << I;
    ASSERT_EQ(runtime___letf2(A, B) <= 0, A <= B) << I;
    ASSERT_EQ(runtime___gttf2(A, B) > 0, A > B) << I;
    ASSERT_EQ(runtime___getf2(A, B) >= 0, A >= B) << I;
    ASSERT_EQ(runtime___unordtf2(A, B) != 0, A != A || B != B) << I;
  }
}

TEST(WideArithmetic, QuadPower) {
  EXPECT_EQ(runtime___powitf2(3, 40), Quad(12157665459056928801ull));
  EXPECT_EQ(runtime___powitf2(2, -3), Quad(0.125));
  EXPECT_EQ(runtime___powitf2(7, 0), Quad(1));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

#define CONVERSION(TO, NAME, FROM)                                             \
  DECLARE(TO, NAME, FROM);                                                     \
  static bool check##NAME(FROM X) { return same(runtime_##NAME(X), TO(X)); }

CONVERSION(Quad, __extendsftf2, float)
CONVERSION(Quad, __extenddftf2, double)
CONVERSION(float, __trunctfsf2, Quad)
CONVERSION(double, __trunctfdf2, Quad)
CONVERSION(Quad, __floatsitf, int)
CONVERSION(Quad, __floatditf, long)
CONVERSION(Quad, __floattitf, SignedWide)
CONVERSION(double, __floattidf, SignedWide)
CONVERSION(float, __floattisf, SignedWide)
CONVERSION(Quad, __floatunsitf, unsigned)
CONVERSION(Quad, __floatunditf, uint64_t)
CONVERSION(Quad, __floatuntitf, Wide)
CONVERSION(double, __floatuntidf, Wide)
CONVERSION(float, __floatuntisf, Wide)
CONVERSION(int, __fixtfsi, Quad)
CONVERSION(long, __fixtfdi, Quad)
CONVERSION(SignedWide, __fixtfti, Quad)
CONVERSION(SignedWide, __fixdfti, double)
CONVERSION(SignedWide, __fixsfti, float)
CONVERSION(unsigned, __fixunstfsi, Quad)
CONVERSION(uint64_t, __fixunstfdi, Quad)
CONVERSION(Wide, __fixunstfti, Quad)
CONVERSION(Wide, __fixunsdfti, double)
CONVERSION(Wide, __fixunssfti, float)

TEST(WideArithmetic, Formats) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    auto Double = Samples::fromBits<double>(S.next());
    auto Single = Samples::fromBits<float>(uint32_t(S.next()));
    ASSERT_TRUE(check__extendsftf2(Single)) << I;
    ASSERT_TRUE(check__extenddftf2(Double)) << I;
    // Beside numbers of the narrow format, and half-way between them.
    Quad Half = 1 + Quad(S.below(3) - 1) * Quad(0x1p-53);
    ASSERT_TRUE(check__trunctfdf2(Double * Half)) << I;
    Half = 1 + Quad(S.below(3) - 1) * Quad(0x1p-24);
    ASSERT_TRUE(check__trunctfsf2(Single * Half)) << I;
    ASSERT_TRUE(check__trunctfdf2(S.quad())) << I;
    ASSERT_TRUE(check__trunctfsf2(S.quad())) << I;
  }
}

TEST(WideArithmetic, FromIntegers) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Wide X = S.wide() >> S.below(128);
    X = S.below(2) ? X : -X;
    ASSERT_TRUE(check__floatsitf(int(X)) && check__floatunsitf(unsigned(X)));
    ASSERT_TRUE(check__floatditf(long(X)) && check__floatunditf(uint64_t(X)));
    ASSERT_TRUE(check__floattitf(SignedWide(X)) && check__floatuntitf(X));
    ASSERT_TRUE(check__floattidf(SignedWide(X)) && check__floatuntidf(X));
    ASSERT_TRUE(check__floattisf(SignedWide(X)) && check__floatuntisf(X));
  }
}

TEST(WideArithmetic, ToIntegers) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Quad Unit = Quad(S.wide() >> 1) * Quad(0x1p-127); // less than 1
    Quad Below = Unit / Quad(uint64_t(1) << S.below(64));
    Quad Signed = S.below(2) ? Below : -Below;
    ASSERT_TRUE(check__fixtfsi(Signed * Quad(0x1p31))) << I;
    ASSERT_TRUE(check__fixtfdi(Signed * Quad(0x1p63))) << I;
    ASSERT_TRUE(check__fixtfti(Signed * Quad(0x1p127))) << I;
    ASSERT_TRUE(check__fixdfti(double(Signed * Quad(0x1p126)))) << I;
    ASSERT_TRUE(check__fixsfti(float(Signed * Quad(0x1p126)))) << I;
    ASSERT_TRUE(check__fixunstfsi(Below * Quad(0x1p32))) << I;
    ASSERT_TRUE(check__fixunstfdi(Below * Quad(0x1p64))) << I;
    ASSERT_TRUE(check__fixunstfti(Below * Quad(0x1p128))) << I;
    ASSERT_TRUE(check__fixunsdfti(double(Below * Quad(0x1p127)))) << I;
    ASSERT_TRUE(check__fixunssfti(float(Below * Quad(0x1p127)))) << I;
  }
}

TEST(WideArithmetic, ToIntegersSaturates) {
  EXPECT_EQ(runtime___fixtfsi(Quad(1e30)), INT32_MAX);
  EXPECT_EQ(runtime___fixtfdi(Quad(-1e30)), INT64_MIN);
  EXPECT_TRUE(runtime___fixtfti(Quad(INFINITY)) == SignedWide(~Wide(0) >> 1));
  EXPECT_TRUE(runtime___fixunstfti(Quad(1e300)) == ~Wide(0));
  EXPECT_EQ(runtime___fixunstfdi(Quad(-5)), 0u);
  EXPECT_EQ(runtime___fixtfsi(Quad(NAN)), 0);
}

//===----------------------------------------------------------------------===//
// __int128
//===----------------------------------------------------------------------===//

DECLARE(Wide, __udivti3, Wide, Wide);
DECLARE(Wide, __umodti3, Wide, Wide);
DECLARE(Wide, __udivmodti4, Wide, Wide, Wide *);
DECLARE(SignedWide, __divti3, SignedWide, SignedWide);
DECLARE(SignedWide, __modti3, SignedWide, SignedWide);
DECLARE(SignedWide, __divmodti4, SignedWide, SignedWide, SignedWide *);
DECLARE(SignedWide, __multi3, SignedWide, SignedWide);
DECLARE(SignedWide, __muloti4, SignedWide, SignedWide, int *);
DECLARE(SignedWide, __ashlti3, SignedWide, int);
DECLARE(SignedWide, __ashrti3, SignedWide, int);
DECLARE(Wide, __lshrti3, Wide, int);

TEST(WideArithmetic, IntegerDivision) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Wide X = S.wide() >> S.below(128), Y = S.wide() >> S.below(128);
    Y += Y == 0;
    ASSERT_TRUE(runtime___udivti3(X, Y) == X / Y) << I;
    ASSERT_TRUE(runtime___umodti3(X, Y) == X % Y) << I;
    Wide Rest;
    ASSERT_TRUE(runtime___udivmodti4(X, Y, &Rest) == X / Y && Rest == X % Y);
    auto A = SignedWide(S.below(2) ? -X : X);
    auto B = SignedWide(S.below(2) ? -Y : Y);
    ASSERT_TRUE(runtime___divti3(A, B) == A / B) << I;
    ASSERT_TRUE(runtime___modti3(A, B) == A % B) << I;
    SignedWide SignedRest;
    ASSERT_TRUE(runtime___divmodti4(A, B, &SignedRest) == A / B);
    ASSERT_TRUE(SignedRest == A % B) << I;
  }
}

TEST(WideArithmetic, IntegerProductsAndShifts) {
  Samples S;
  for (int I = 0; I < Rounds; ++I) {
    Wide X = S.wide() >> S.below(128), Y = S.wide() >> S.below(128);
    auto A = SignedWide(S.below(2) ? -X : X);
    auto B = SignedWide(S.below(2) ? -Y : Y);
    SignedWide Product;
    int Expected = __builtin_mul_overflow(A, B, &Product), Overflow;
    ASSERT_TRUE(runtime___multi3(A, B) == Product) << I;
    ASSERT_TRUE(runtime___muloti4(A, B, &Overflow) == Product) << I;
    ASSERT_EQ(Overflow, Expected) << I;
    int Count = S.below(128);
    ASSERT_TRUE(Wide(runtime___ashlti3(A, Count)) == Wide(A) << Count) << I;
    ASSERT_TRUE(runtime___ashrti3(A, Count) == A >> Count) << I;
    ASSERT_TRUE(runtime___lshrti3(X, Count) == X >> Count) << I;
  }
}
