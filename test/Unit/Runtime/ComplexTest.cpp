//===- ComplexTest.cpp - complex products and quotients -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares with the operators of the host: products bit by bit, quotients by
// the error relative to their magnitude.
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <random>

// _Complex has the same representation as std::complex, also as a result.
#pragma GCC diagnostic ignored "-Wpedantic"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wc99-extensions"
#endif
extern "C" {
_Complex double runtime___muldc3(double, double, double, double);
_Complex double runtime___divdc3(double, double, double, double);
_Complex float runtime___mulsc3(float, float, float, float);
_Complex float runtime___divsc3(float, float, float, float);
}

namespace {

std::mt19937_64 Generator{1};

template <typename T> T sample() {
  using Limits = std::numeric_limits<T>;
  const T Special[] = {0,
                       -T(0),
                       1,
                       -1,
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::max() / 2,
                       -Limits::min(),
                       Limits::denorm_min()};
  uint64_t Random = Generator();
  switch (Random % 3) {
  case 0:
    return Special[Random / 3 % 10];
  case 1:
    return T(int64_t(Random / 3 % 2001) - 1000);
  default:
    return std::ldexp(T(int64_t(Random)), int(Random / 3 % 60) - 90);
  }
}

bool same(long double A, long double B) {
  return std::isnan(A) ? std::isnan(B)
                       : A == B && std::signbit(A) == std::signbit(B);
}

template <typename Number> bool isInfinite(Number A) {
  return std::isinf(__real__ A) || std::isinf(__imag__ A);
}

/// Both are infinite (in a part, as in annex G of C), or the error is small.
/// The host gives NaN for some quotients whose magnitude overflows.
template <typename T, typename Number> bool close(Number A, Number B) {
  long double Re = __real__ B, Im = __imag__ B;
  if (std::isnan(Re) || std::isnan(Im))
    return true;
  if (isInfinite(A) || isInfinite(B))
    return isInfinite(A) && isInfinite(B);
  if (same(__real__ A, Re) && same(__imag__ A, Im))
    return true;
  using Limits = std::numeric_limits<T>;
  long double Error = hypotl(__real__ A - Re, __imag__ A - Im);
  return Error <=
         8 * Limits::epsilon() * hypotl(Re, Im) + 2 * Limits::denorm_min();
}

template <typename T, typename Function>
void compare(Function Multiply, Function Divide) {
  using Number = decltype(Multiply(0, 0, 0, 0));
  for (int I = 0; I < 200000; ++I) {
    T A = sample<T>(), B = sample<T>(), C = sample<T>(), D = sample<T>();
    Number X = __builtin_complex(A, B), Y = __builtin_complex(C, D);
    Number Product = Multiply(A, B, C, D), Host = X * Y;
    ASSERT_TRUE(same(__real__ Product, __real__ Host) &&
                same(__imag__ Product, __imag__ Host))
        << A << ' ' << B << ' ' << C << ' ' << D;
    if (std::isnan(A) || std::isnan(B) || std::isnan(C) || std::isnan(D))
      continue; // annex G permits different quotients
    Number Quotient = Divide(A, B, C, D);
    Host = X / Y;
    ASSERT_TRUE(close<T>(Quotient, Host))
        << A << ' ' << B << ' ' << C << ' ' << D << ": " << __real__ Quotient
        << ' ' << __imag__ Quotient << ", not " << __real__ Host << ' '
        << __imag__ Host;
  }
}

/// A finite number of any exponent.
double sampleExponents() {
  uint64_t Bits = Generator(), Exponent = Generator() % 2047;
  Bits = (Bits & ~(uint64_t(2047) << 52)) | Exponent << 52;
  double Result;
  std::memcpy(&Result, &Bits, sizeof(Result));
  return Result;
}

bool partIsClose(double Part, __float128 Reference) {
  double Rounded = double(Reference);
  if (std::isinf(Rounded))
    return Part == Rounded;
  return std::abs(Part - Rounded) <= std::abs(Rounded) * 0x1p-52 + 0x1p-1074;
}

/// Each part is accurate, however different the exponents of the operands are.
void comparePart(double A, double B, double C, double D) {
  _Complex double Quotient = runtime___divdc3(A, B, C, D);
  __float128 P = A, Q = B, R = C, S = D, Norm = R * R + S * S;
  EXPECT_TRUE(partIsClose(__real__ Quotient, (P * R + Q * S) / Norm) &&
              partIsClose(__imag__ Quotient, (Q * R - P * S) / Norm))
      << A << ' ' << B << ' ' << C << ' ' << D << ": " << __real__ Quotient
      << ' ' << __imag__ Quotient;
}

TEST(Complex, PartsOfQuotients) {
  comparePart(-0x1.16e7fad79e45ep+651, -0x1.f7f75b94c6c6ap-860,
              -0x1.2f40d8ff7e55ep+245, -0x0.0000000004ebcp-1022);
  for (int I = 0; I < 100000; ++I)
    comparePart(sampleExponents(), sampleExponents(), sampleExponents(),
                sampleExponents());
}

TEST(Complex, Double) { compare<double>(runtime___muldc3, runtime___divdc3); }
TEST(Complex, Single) { compare<float>(runtime___mulsc3, runtime___divsc3); }

} // namespace
