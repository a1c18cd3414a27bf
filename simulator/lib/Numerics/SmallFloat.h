//===- SmallFloat.h - floating-point formats below 32 bits ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion between binary32 and narrow floating-point formats on bits,
// without branches, so that loops over the elements of a tile vectorize.
// Encoding rounds once, to nearest, ties to even, and subnormal numbers are
// supported. Conversion instructions of the host are not used: hosts differ in
// subnormals and NaN.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SMALLFLOAT_H
#define MATRIX_SIMULATOR_SMALLFLOAT_H

#include "Numerics.h"

namespace matrix {
namespace num {
inline namespace MATRIX_SIM_HOST {

/// A binary floating-point format of 1 + E + M bits. FiniteOnly: no infinities;
/// the all-ones code is NaN, and overflow results in NaN.
///
///   |s|  E bits  |  M bits  |      bias 2^(E-1) - 1
template <int E, int M, bool FiniteOnly> struct SmallFloat {
  static_assert(E >= 2 && E <= 8 && M >= 1 && M <= 21, "not a narrow float");
  static constexpr int bias = (1 << (E - 1)) - 1;
  static constexpr int shift = 23 - M;
  static constexpr uint32_t signBit = 1u << (E + M);
  static constexpr uint32_t magnitudeMask = signBit - 1;
  static constexpr uint32_t exponentMask = ((1u << E) - 1) << M;
  static constexpr uint32_t nan =
      FiniteOnly ? magnitudeMask : exponentMask | 1u << (M - 1);
  static constexpr uint32_t overflow = FiniteOnly ? nan : exponentMask;
  static constexpr uint32_t largest = overflow - 1;

  static float decode(uint32_t code) {
    uint32_t magnitude = code & magnitudeMask;
    uint32_t sign = (code & signBit) << (31 - E - M);
    // Multiplication by 2^(127 - bias) adjusts the bias and normalizes
    // subnormals.
    float scale = bitCast<float>(uint32_t(127 + 127 - bias) << 23);
    float scaled = bitCast<float>(magnitude << shift) * scale;
    uint32_t value = E == 8 ? magnitude << shift : bitCast<uint32_t>(scaled);
    if (!FiniteOnly)
      value = magnitude == exponentMask ? 0x7f800000u : value;
    value |= sign;
    bool isNaN = FiniteOnly ? magnitude == nan : magnitude > exponentMask;
    return bitCast<float>(isNaN ? canonicalNaN : value);
  }

  static uint32_t encode(float x) {
    uint32_t bits = bitCast<uint32_t>(x);
    uint32_t sign = (bits >> 31) << (E + M);
    uint32_t magnitude = bits & 0x7fffffffu;
    // Normal numbers, to nearest even: add half a unit in the last place minus
    // one, plus the last bit that is kept.
    uint32_t rounded =
        magnitude + ((1u << (shift - 1)) - 1) + (magnitude >> shift & 1);
    uint32_t code = (rounded >> shift) - (uint32_t(127 - bias) << M);
    if (E < 8) {
      // Subnormals: the last place of the sum is the least subnormal of the
      // format, so that the addition itself rounds.
      constexpr uint32_t magic = uint32_t(127 + 23 + 1 - bias - M) << 23;
      float sum = bitCast<float>(magnitude) + bitCast<float>(magic);
      uint32_t small = bitCast<uint32_t>(sum) - magic;
      code = magnitude < uint32_t(128 - bias) << 23 ? small : code;
    }
    constexpr uint32_t top = (uint32_t(127 - bias) << M) + largest;
    code = (rounded >> shift) > top ? overflow : code;
    uint32_t value = code | sign;
    bool isNaN = magnitude > 0x7f800000u || (FiniteOnly && code >= nan);
    return isNaN ? nan : value;
  }

  /// Converts an integer with a single rounding.
  static uint32_t encodeInt(int32_t x) { return encode(toFloatOdd(x)); }
};

} // namespace MATRIX_SIM_HOST
} // namespace num
} // namespace matrix

#endif // MATRIX_SIMULATOR_SMALLFLOAT_H
