//===- ScalarNumerics.h - scalar arithmetic ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of td/Common/ScalarNodes.td in addition to those of Numerics.h.
// Integers are modulo 2^64.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SCALARNUMERICS_H
#define MATRIX_SIMULATOR_SCALARNUMERICS_H

#include "SmallFloat.h"

namespace matrix {
namespace num {
inline namespace MATRIX_SIM_HOST {

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

inline int64_t wrapAdd(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) + uint64_t(b));
}
inline int64_t wrapSub(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) - uint64_t(b));
}
inline int64_t wrapMul(int64_t a, int64_t b) {
  return int64_t(uint64_t(a) * uint64_t(b));
}
inline int64_t mulHigh(int64_t a, int64_t b) {
  return int64_t((__int128(a) * b) >> 64);
}
inline int64_t mulHighUnsigned(uint64_t a, uint64_t b) {
  return int64_t((static_cast<unsigned __int128>(a) * b) >> 64);
}
// Division never traps: x / 0 is all ones with remainder x; overflow wraps.
inline int64_t divSigned(int64_t a, int64_t b) {
  return b == 0 ? -1 : b == -1 ? wrapSub(0, a) : a / b;
}
inline int64_t remSigned(int64_t a, int64_t b) {
  return b == 0 ? a : b == -1 ? 0 : a % b;
}
inline int64_t divUnsigned(uint64_t a, uint64_t b) {
  return b ? int64_t(a / b) : -1;
}
inline int64_t remUnsigned(uint64_t a, uint64_t b) {
  return int64_t(b ? a % b : a);
}
inline int64_t leadingZeros(uint64_t a) { return a ? __builtin_clzll(a) : 64; }
inline int64_t trailingZeros(uint64_t a) { return a ? __builtin_ctzll(a) : 64; }
inline int64_t popCount(uint64_t a) { return __builtin_popcountll(a); }
inline int64_t signExtend(int64_t a, int bits) {
  return int64_t(uint64_t(a) << (64 - bits)) >> (64 - bits);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

inline float floatFromBits(uint32_t bits) { return bitCast<float>(bits); }
inline uint32_t bitsFromFloat(float x) { return bitCast<uint32_t>(x); }
inline float copySign(float a, float b) { return __builtin_copysignf(a, b); }
inline double copySign(double a, double b) { return __builtin_copysign(a, b); }
inline float signXor(float a, float b) {
  return bitCast<float>(bitCast<uint32_t>(a) ^
                        (bitCast<uint32_t>(b) & (1u << 31)));
}
inline double signXor(double a, double b) {
  return bitCast<double>(bitCast<uint64_t>(a) ^
                         (bitCast<uint64_t>(b) & (uint64_t(1) << 63)));
}
inline double floor(double x) { return canonical(__builtin_floor(x)); }
inline float ceil(float x) { return canonical(__builtin_ceilf(x)); }
inline double ceil(double x) { return canonical(__builtin_ceil(x)); }
inline float trunc(float x) { return canonical(__builtin_truncf(x)); }
inline double trunc(double x) { return canonical(__builtin_trunc(x)); }
inline double roundeven(double x) { return canonical(__builtin_rint(x)); }

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Toward zero, saturating, NaN -> 0.
template <typename F> inline int64_t toInt64(F x) {
  constexpr F bound = F(9223372036854775808.0);
  if (x != x)
    return 0;
  if (x >= bound)
    return std::numeric_limits<int64_t>::max();
  return x <= -bound ? std::numeric_limits<int64_t>::min() : int64_t(x);
}
template <typename F> inline F fromInt64(int64_t x) { return F(x); }
inline double toDouble(float x) { return canonical(double(x)); }
inline float toFloat(double x) { return canonical(float(x)); }
/// Rounded to odd, as toFloatOdd(int32_t), so that a later rounding equals a
/// single one.
inline float toFloatOdd(double x) {
  float nearest = float(x);
  double error = double(nearest) - x;
  uint32_t bits = bitCast<uint32_t>(nearest);
  bool away = x < 0 ? error < 0 : error > 0;
  uint32_t odd = (bits - (away ? 1u : 0u)) | 1u;
  // Infinity is exact, although its error is NaN.
  bool exact = double(nearest) == x || x != x;
  return exact ? nearest : bitCast<float>(odd);
}

inline float fromF16(uint16_t bits) {
  return SmallFloat<5, 10, false>::decode(bits);
}
inline float fromBF16(uint16_t bits) {
  return SmallFloat<8, 7, false>::decode(bits);
}
inline uint16_t toF16(float x) {
  return uint16_t(SmallFloat<5, 10, false>::encode(x));
}
inline uint16_t toBF16(float x) {
  return uint16_t(SmallFloat<8, 7, false>::encode(x));
}

inline uint16_t toF16(double x) { return toF16(toFloatOdd(x)); }
inline uint16_t toBF16(double x) { return toBF16(toFloatOdd(x)); }

} // namespace MATRIX_SIM_HOST
} // namespace num
} // namespace matrix

#endif // MATRIX_SIMULATOR_SCALARNUMERICS_H
