//===- LongDoubleText.c - binary128 from and to text ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces newlib's strtorx.c, which strtold and scanf call: that one reads the
// 80-bit format of the x87 only. printf converts all numbers to long double, for
// which newlib's function gives 42 digits; doubles get all.
//
//===----------------------------------------------------------------------===//

#include <stdlib.h>
#include <string.h>

#include "mprec.h"

#include "gdtoa.h"

// mprec.h defines short names such as Bias for f64.
enum {
  QuadPrecision = 113,
  QuadBias = 16383,
  QuadMaxExponent = 32767,
  QuadWords = 4
};

typedef unsigned __int128 Bits;

static Bits significandOf(const __ULong *words) {
  Bits bits = 0;
  for (int i = QuadWords; i--;)
    bits = bits << 32 | words[i];
  return bits & (((Bits)1 << (QuadPrecision - 1)) - 1);
}

static Bits pack(int kind, const __ULong *words, Long exponent) {
  const Bits infinity = (Bits)QuadMaxExponent << (QuadPrecision - 1);
  switch (kind & STRTOG_Retmask) {
  case STRTOG_Normal:
    return significandOf(words) | (Bits)(exponent + QuadBias + QuadPrecision - 1)
                                      << (QuadPrecision - 1);
  case STRTOG_Denormal:
    return significandOf(words);
  case STRTOG_Infinite:
    return infinity;
  case STRTOG_NaN:
  case STRTOG_NaNbits:
    return infinity | (Bits)1 << (QuadPrecision - 2);
  default:
    return 0;
  }
}

int _strtorx_l(struct _reent *reent, const char *text, char **end, int rounding,
               void *number, locale_t locale) {
  static FPI format = {QuadPrecision, 1 - QuadBias - QuadPrecision + 1,
                       QuadMaxExponent - 1 - QuadBias - QuadPrecision + 1, FPI_Round_near,
                       0};
  (void)rounding; // there is one mode
  __ULong words[QuadWords] = {0};
  Long exponent = 0;
  int kind = _strtodg_l(reent, text, end, &format, &exponent, words, locale);
  Bits bits = pack(kind, words, exponent);
  if (kind & STRTOG_Neg)
    bits |= (Bits)1 << 127;
  memcpy(number, &bits, sizeof(bits));
  return kind;
}

char *_ldtoa_quad_r(struct _reent *reent, long double x, int mode, int digits,
                    int *point, int *sign, char **end);

char *_ldtoa_r(struct _reent *reent, long double x, int mode, int digits,
               int *point, int *sign, char **end) {
  double narrow = (double)x;
  if (narrow == x)
    return _dtoa_r(reent, narrow, mode, digits, point, sign, end);
  return _ldtoa_quad_r(reent, x, mode, digits, point, sign, end);
}
