//===- MathematicsTest.cpp - Runtime functions against the host's ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <cmath>
#include <cstdio>
#include <random>
#include <vector>

// clang-format off: formatting of this list is unstable.
#define UNARY_FUNCTIONS(F) \
  F(exp) F(exp2) F(expm1) F(tanh) F(sinh) F(cosh) F(log) F(log2) \
  F(log10) F(log1p) F(asinh) F(acosh) F(atanh) F(sin) F(cos) F(tan) \
  F(atan) F(asin) F(acos) F(cbrt) F(erf) F(erfc) F(round) F(sqrt) \
  F(floor) F(rint) F(logb)
#define BINARY_FUNCTIONS(F) \
  F(pow) F(fmod) F(atan2) F(hypot) F(remainder) F(fdim)
// clang-format on

extern "C" {
#define DECLARE(NAME)                                                          \
  double runtime_##NAME(double);                                               \
  float runtime_##NAME##f(float);
UNARY_FUNCTIONS(DECLARE)
#undef DECLARE
#define DECLARE(NAME)                                                          \
  double runtime_##NAME(double, double);                                       \
  float runtime_##NAME##f(float, float);
BINARY_FUNCTIONS(DECLARE)
#undef DECLARE
double runtime_ldexp(double, int);
double runtime_frexp(double, int *);
double runtime_modf(double, double *);
float runtime_modff(float, float *);
double runtime_scalbln(double, long);
double runtime_nextafter(double, double);
float runtime_nextafterf(float, float);
int runtime_ilogb(double);
long runtime_lround(double);
long runtime_lrint(double);
long long runtime_llrintf(float);
double runtime___powidf2(double, int);
double runtime_exp10(double);
}

namespace {

struct Unary {
  const char *Name;
  double (*Double)(double);
  float (*Float)(float);
  long double (*Host)(long double);
};
struct Binary {
  const char *Name;
  double (*Double)(double, double);
  float (*Float)(float, float);
  long double (*Host)(long double, long double);
};

const Unary UnaryFunctions[] = {
#define ENTRY(NAME) {#NAME, runtime_##NAME, runtime_##NAME##f, NAME##l},
    UNARY_FUNCTIONS(ENTRY)
#undef ENTRY
};
const Binary BinaryFunctions[] = {
#define ENTRY(NAME) {#NAME, runtime_##NAME, runtime_##NAME##f, NAME##l},
    BINARY_FUNCTIONS(ENTRY)
#undef ENTRY
};

/// Special values, numbers of all magnitudes, and many of moderate magnitude.
std::vector<double> samples() {
  std::vector<double> Values = {0.0,    -0.0,     1.0,       -1.0, 0.5,
                                -0.5,   INFINITY, -INFINITY, NAN,  5e-324,
                                1e-310, 709.,     1e22,      3.0,  -2.0};
  std::mt19937_64 Generator(1);
  std::uniform_real_distribution<double> Exponent(-300, 300), Usual(-12, 12),
      Unit(-1, 1);
  for (int I = 0; I < 300; ++I) {
    double Size = std::pow(10, Exponent(Generator));
    Values.insert(Values.end(),
                  {Size, -Size, Usual(Generator), Unit(Generator)});
  }
  return Values;
}

std::string text(double X) {
  char Buffer[32];
  std::snprintf(Buffer, sizeof(Buffer), "%.17g", X);
  return Buffer;
}

/// True if equal up to this relative error, or the same special value. For
/// subnormals, the error is relative to the least normal number.
template <typename T>
void expectClose(T Got, long double Want, double Tolerance,
                 const std::string &Call) {
  T Rounded = static_cast<T>(Want);
  if (std::isnan(Want)) {
    EXPECT_TRUE(std::isnan(Got)) << Call << " = " << Got;
  } else if (std::isinf(Rounded) || Want == 0) {
    EXPECT_EQ(Got, Rounded) << Call;
    EXPECT_EQ(std::signbit(Got), std::signbit(Want)) << Call;
  } else {
    long double Scale =
        std::max<long double>(fabsl(Want), std::numeric_limits<T>::min());
    EXPECT_LE(fabsl(Got - Want), Tolerance * Scale) << Call << " = " << Got;
  }
}

constexpr double DoubleTolerance = 1e-14, PowTolerance = 2e-13;
constexpr double FloatTolerance =
    6.1e-8; // half a unit in the last place, with a margin

TEST(Mathematics, UnaryFunctions) {
  for (const Unary &F : UnaryFunctions)
    for (double X : samples()) {
      std::string Call = std::string(F.Name) + "(" + text(X) + ")";
      expectClose(F.Double(X), F.Host(X), DoubleTolerance, Call);
      float Single = static_cast<float>(X);
      expectClose(F.Float(Single), F.Host(Single), FloatTolerance,
                  Call + " in f32");
    }
}

TEST(Mathematics, BinaryFunctions) {
  std::vector<double> Values = samples();
  for (const Binary &F : BinaryFunctions)
    for (size_t I = 0; I < Values.size(); ++I)
      for (size_t Step : {0, 1, 2, 3, 5, 8, 13}) {
        double X = Values[I], Y = Values[(I * 7 + Step) % Values.size()];
        std::string Call =
            std::string(F.Name) + "(" + text(X) + ", " + text(Y) + ")";
        expectClose(F.Double(X, Y), F.Host(X, Y), PowTolerance, Call);
      }
}

TEST(Mathematics, SpecialValuesOfPow) {
  const double Values[] = {0.0, -0.0, 1.0,  -1.0,     2.0,       -2.0,
                           3.0, 0.5,  -0.5, INFINITY, -INFINITY, NAN};
  for (double X : Values)
    for (double Y : Values)
      expectClose(runtime_pow(X, Y), powl(X, Y), PowTolerance,
                  "pow(" + text(X) + ", " + text(Y) + ")");
}

TEST(Mathematics, LargeAnglesAreReducedExactly) {
  for (double X : {1e6, 1e10, 0x1p20, 0x1.fffffffffffffp52,
                   6381956970095103.0 * 0x1p797, 1e308}) {
    expectClose(runtime_sin(X), sinl(X), DoubleTolerance, "sin");
    expectClose(runtime_cos(-X), cosl(X), DoubleTolerance, "cos");
  }
}

TEST(Mathematics, Scaling) {
  EXPECT_EQ(runtime_ldexp(1.5, -1074), std::ldexp(1.5, -1074));
  EXPECT_EQ(runtime_ldexp(1.0, 1024), INFINITY);
  EXPECT_EQ(runtime_ldexp(0x1p-1074, 2000), 0x1p926);
  EXPECT_EQ(runtime_scalbln(0x1p-1074, 1L << 40), INFINITY);
  EXPECT_EQ(runtime___powidf2(3.0, 4), 81.0);
  EXPECT_EQ(runtime___powidf2(2.0, -3), 0.125);
  EXPECT_NEAR(runtime_exp10(2.0), 100.0, 1e-12);
}

TEST(Mathematics, Parts) {
  for (double X : samples()) {
    int GotExponent = 0, WantExponent = 0;
    double GotWhole, WantWhole;
    expectClose<double>(runtime_frexp(X, &GotExponent),
                        std::frexp(X, &WantExponent), 0, "frexp");
    EXPECT_EQ(GotExponent, WantExponent) << X;
    expectClose<double>(runtime_modf(X, &GotWhole), std::modf(X, &WantWhole), 0,
                        "modf");
    expectClose<double>(GotWhole, WantWhole, 0, "modf's whole part");
    if (std::isfinite(X) && X != 0)
      EXPECT_EQ(runtime_ilogb(X), std::ilogb(X)) << X;
    if (std::fabs(X) > 1e18 || std::isnan(X))
      continue;
    EXPECT_EQ(runtime_lround(X), std::lround(X)) << X;
    EXPECT_EQ(runtime_lrint(X), std::lrint(X)) << X;
    EXPECT_EQ(runtime_llrintf(float(X)), std::llrint(float(X))) << X;
  }
  float Whole;
  EXPECT_EQ(runtime_modff(-2.5f, &Whole), -0.5f);
  EXPECT_EQ(Whole, -2.0f);
}

TEST(Mathematics, Neighbors) {
  for (double X : samples())
    for (double Y : {-HUGE_VAL, -1.0, -0.0, 0.0, 0x1p-1074, HUGE_VAL}) {
      expectClose<double>(runtime_nextafter(X, Y), std::nextafter(X, Y), 0,
                          "nextafter");
      expectClose<float>(runtime_nextafterf(float(X), float(Y)),
                         std::nextafter(float(X), float(Y)), 0, "nextafterf");
    }
}

TEST(Mathematics, RemaindersOfTies) {
  for (double X : {2.5, 7.5, -2.5, -7.5, 0x1.8p1023, 0x1.fp1023, 0x1p-1074})
    for (double Y : {5.0, -5.0, 1.0, 0x1p1023, -0x1.8p1023, 0x1p-1073})
      EXPECT_EQ(runtime_remainder(X, Y), std::remainder(X, Y)) << X << " " << Y;
}

} // namespace
