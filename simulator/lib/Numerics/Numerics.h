//===- Numerics.h - bit-exact tile arithmetic -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators of td/Common/Operators.td. Results do not depend on the host:
// every operator rounds once, to nearest, ties to even; NaN results are the
// canonical quiet NaN; only fma() fuses (compile with -ffp-contract=off).
//
// Functions used in tile loops are free of branches, so that the loops
// vectorize. The header is compiled several times for different hosts; the
// inline namespace keeps these copies apart.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_NUMERICS_H
#define MATRIX_SIMULATOR_NUMERICS_H

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#ifndef MATRIX_SIM_HOST
#define MATRIX_SIM_HOST generic
#endif

namespace matrix {
namespace num {
inline namespace MATRIX_SIM_HOST {

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

template <typename To, typename From> inline To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof(to));
  return to;
}

constexpr uint32_t canonicalNaN = 0x7fc00000;
constexpr uint64_t canonicalNaN64 = 0x7ff8000000000000;

// Operates on bits: a compiler may treat all NaNs as equivalent and fold `x !=
// x ? NaN : x` to x.
inline float canonical(float x) {
  uint32_t bits = bitCast<uint32_t>(x);
  bool isNaN = (bits & 0x7fffffffu) > 0x7f800000u;
  return bitCast<float>(isNaN ? canonicalNaN : bits);
}
inline double canonical(double x) {
  uint64_t bits = bitCast<uint64_t>(x);
  bool isNaN = (bits & ~(uint64_t(1) << 63)) > uint64_t(0x7ff) << 52;
  return bitCast<double>(isNaN ? canonicalNaN64 : bits);
}

//===----------------------------------------------------------------------===//
// Floating point: one rounding, canonical NaN
//===----------------------------------------------------------------------===//

template <typename F> inline F add(F a, F b) { return canonical(a + b); }
template <typename F> inline F sub(F a, F b) { return canonical(a - b); }
template <typename F> inline F mul(F a, F b) { return canonical(a * b); }
template <typename F> inline F div(F a, F b) { return canonical(a / b); }
inline float fma(float a, float b, float c) {
  return canonical(__builtin_fmaf(a, b, c));
}
inline double fma(double a, double b, double c) {
  return canonical(__builtin_fma(a, b, c));
}

inline float orZeros(float a, float b) {
  return bitCast<float>(bitCast<uint32_t>(a) | bitCast<uint32_t>(b));
}
inline float andZeros(float a, float b) {
  return bitCast<float>(bitCast<uint32_t>(a) & bitCast<uint32_t>(b));
}
inline double orZeros(double a, double b) {
  return bitCast<double>(bitCast<uint64_t>(a) | bitCast<uint64_t>(b));
}
inline double andZeros(double a, double b) {
  return bitCast<double>(bitCast<uint64_t>(a) & bitCast<uint64_t>(b));
}

/// IEEE 754-2019 maximum and minimum: NaN if an operand is NaN, and -0 < +0.
/// Operands that compare equal differ at most in the sign of a zero, which AND
/// and OR of their bits resolve.
template <typename F> inline F maximum(F a, F b) {
  F greater = a > b ? a : b;
  F chosen = a == b ? andZeros(a, b) : greater;
  return canonical(a != a ? a : chosen);
}
template <typename F> inline F minimum(F a, F b) {
  F less = a < b ? a : b;
  F chosen = a == b ? orZeros(a, b) : less;
  return canonical(a != a ? a : chosen);
}
/// IEEE 754-2019 maximumNumber and minimumNumber: a number takes precedence
/// over NaN.
template <typename F> inline F maximumNumber(F a, F b) {
  return a != a ? canonical(b) : b != b ? a : maximum(a, b);
}
template <typename F> inline F minimumNumber(F a, F b) {
  return a != a ? canonical(b) : b != b ? a : minimum(a, b);
}

inline float abs(float x) { return canonical(__builtin_fabsf(x)); }
inline double abs(double x) { return canonical(__builtin_fabs(x)); }
inline float floor(float x) { return canonical(__builtin_floorf(x)); }
/// Rounds to an integral value, ties to even; the host's rounding mode is never
/// changed.
inline float roundeven(float x) { return canonical(__builtin_rintf(x)); }

// Evaluated in double precision and rounded once.
inline float exp(float x) { return canonical(float(std::exp(double(x)))); }
inline float log(float x) { return canonical(float(std::log(double(x)))); }
inline float rsqrt(float x) {
  return canonical(float(1.0 / std::sqrt(double(x))));
}
inline float tanh(float x) { return canonical(float(std::tanh(double(x)))); }
inline float erf(float x) { return canonical(float(std::erf(double(x)))); }
inline float sin(float x) { return canonical(float(std::sin(double(x)))); }
inline float cos(float x) { return canonical(float(std::cos(double(x)))); }
inline float sigmoid(float x) {
  return canonical(float(1.0 / (1.0 + std::exp(-0.0 - double(x)))));
}
// sqrt in single precision equals sqrt evaluated in double and rounded to
// single: the second rounding is innocuous since 53 >= 2 * 24 + 2.
inline float sqrt(float x) { return canonical(__builtin_sqrtf(x)); }
inline double sqrt(double x) { return canonical(__builtin_sqrt(x)); }

//===----------------------------------------------------------------------===//
// 32-bit integers: modulo 2^32; shift counts modulo 32
//===----------------------------------------------------------------------===//

inline int32_t addi(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) + uint32_t(b));
}
inline int32_t subi(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) - uint32_t(b));
}
inline int32_t muli(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) * uint32_t(b));
}
inline int32_t maxs(int32_t a, int32_t b) { return a > b ? a : b; }
inline int32_t mins(int32_t a, int32_t b) { return a < b ? a : b; }
inline int32_t maxu(int32_t a, int32_t b) {
  return uint32_t(a) > uint32_t(b) ? a : b;
}
inline int32_t minu(int32_t a, int32_t b) {
  return uint32_t(a) < uint32_t(b) ? a : b;
}
inline int32_t absi(int32_t a) { return a < 0 ? subi(0, a) : a; }
inline int32_t shl(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) << (b & 31));
}
inline int32_t shr(int32_t a, int32_t b) {
  return int32_t(uint32_t(a) >> (b & 31));
}
inline int32_t sra(int32_t a, int32_t b) { return a >> (b & 31); }
/// Right shift, rounded to nearest, ties to even.
inline int32_t roundShift(int32_t a, int32_t b) {
  int64_t unit = int64_t(1) << (b & 31), down = a >> (b & 31);
  int64_t twice = 2 * (a - down * unit);
  return int32_t(down + (twice > unit || (twice == unit && (down & 1))));
}

//===----------------------------------------------------------------------===//
// Integer conversions
//===----------------------------------------------------------------------===//

/// Narrowing conversion, saturating.
template <typename Narrow> inline int32_t saturate(int32_t x) {
  constexpr int32_t lo = std::numeric_limits<Narrow>::min();
  constexpr int32_t hi = std::numeric_limits<Narrow>::max();
  return x < lo ? lo : x > hi ? hi : x;
}
template <> inline int32_t saturate<int32_t>(int32_t x) { return x; }

/// Float to integer: to nearest, ties to even, saturating, NaN -> 0. The upper
/// clamp is the largest float below 2^31, for which the host conversion is
/// defined.
inline int32_t toInt(float x) {
  float rounded = __builtin_rintf(x);
  float low = rounded < -2147483648.0f ? -2147483648.0f : rounded;
  float clamped = low > 2147483520.0f ? 2147483520.0f : low;
  int32_t inside = int32_t(x != x ? 0.0f : clamped);
  return rounded >= 2147483648.0f ? std::numeric_limits<int32_t>::max()
                                  : inside;
}

/// Integer to float, rounded to odd. A later rounding to at most 22 bits of
/// significand then equals a single rounding of the integer.
inline float toFloatOdd(int32_t x) {
  float nearest = float(x);
  int64_t error = int64_t(nearest) - int64_t(x);
  uint32_t bits = bitCast<uint32_t>(nearest);
  // If the magnitude was rounded up, the next float toward zero; then the last
  // bit is set.
  bool away = x < 0 ? error < 0 : error > 0;
  uint32_t odd = (bits - (away ? 1u : 0u)) | 1u;
  return error == 0 ? nearest : bitCast<float>(odd);
}

} // namespace MATRIX_SIM_HOST
} // namespace num
} // namespace matrix

#endif // MATRIX_SIMULATOR_NUMERICS_H
