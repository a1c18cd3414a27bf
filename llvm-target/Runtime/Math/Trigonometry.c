//===- Trigonometry.c - sin, cos, tan and their inverses ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// sin, cos, tan and their inverses. Arguments are reduced modulo pi/2: small
// ones by pi/2 in three parts (Cody and Waite), large ones by the bits of 2/pi
// (Payne and Hanek); then a Taylor series.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

//===----------------------------------------------------------------------===//
// Reduction: x = quadrant pi/2 + rest, |rest| <= pi/4
//===----------------------------------------------------------------------===//

/// pi/2 in three parts; products of the first two with n < 2^20 are exact.
static double reduceSmall(double x, int *quadrant) {
  double n = __builtin_roundeven(x * (1 / HALF_PI));
  *quadrant = (int)n & 3;
  double rest = x - n * 0x1.921fb544p+0;
  rest -= n * 0x1.0b4611a6p-34;
  return rest - n * 0x1.3198a2e037073p-69;
}

/// The bits of 2/pi after the binary point, preceded by a zero word.
static const uint64_t twoOverPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};

/// 64 of these bits, starting at `position`.
static uint64_t window(int position) {
  int word = position / 64, shift = position % 64;
  uint64_t high = twoOverPi[word] << shift;
  return shift ? high | twoOverPi[word + 1] >> (64 - shift) : high;
}

/// Payne-Hanek reduction: with x = m 2^e, bits of 2/pi that contribute
/// multiples of 4 to m 2^e 2/pi are skipped; 192 of the remaining bits suffice.
/// The product's two top bits are the quadrant.
static double reduceLarge(double x, int *quadrant) {
  uint64_t m = (bitsOf(x) & 0xfffffffffffff) | 0x10000000000000;
  int e = (int)(bitsOf(x) >> 52 & 0x7ff) - 1075;
  int start = 64 + e - 2;
  unsigned __int128 low = (unsigned __int128)m * window(start + 128);
  unsigned __int128 middle =
      (unsigned __int128)m * window(start + 64) + (uint64_t)(low >> 64);
  uint64_t high = m * window(start) + (uint64_t)(middle >> 64);
  int64_t fraction = (int64_t)(high << 2 | (uint64_t)middle >> 62);
  uint64_t below = (uint64_t)middle << 2 | (uint64_t)low >> 62;
  // Interpreted as a signed number, the fraction is in [-1/2, 1/2).
  *quadrant = (int)(high >> 62) + (fraction < 0);
  double rest =
      ((double)fraction * 0x1p-64 + (double)below * 0x1p-128) * HALF_PI;
  if (x < 0)
    *quadrant = -*quadrant;
  *quadrant &= 3;
  return x < 0 ? -rest : rest;
}

static double reduce(double x, int *quadrant) {
  *quadrant = 0;
  if (absolute(x) <= PI / 4)
    return x;
  return absolute(x) < 0x1p20 ? reduceSmall(x, quadrant)
                              : reduceLarge(x, quadrant);
}

//===----------------------------------------------------------------------===//
// Sine, cosine, tangent
//===----------------------------------------------------------------------===//

/// sin(x) for |x| <= pi/4
static double sinKernel(double x) {
  static const double series[] = {1.0,
                                  -0x1.5555555555555p-3,
                                  0x1.1111111111111p-7,
                                  -0x1.a01a01a01a01ap-13,
                                  0x1.71de3a556c734p-19,
                                  -0x1.ae64567f544e4p-26,
                                  0x1.6124613a86d09p-33,
                                  -0x1.ae7f3e733b81fp-41,
                                  0x1.952c77030ad4ap-49};
  return x * polynomial(x * x, series, sizeof(series) / sizeof(double));
}

static double cosKernel(double x) {
  static const double series[] = {1.0,
                                  -0x1p-1,
                                  0x1.5555555555555p-5,
                                  -0x1.6c16c16c16c17p-10,
                                  0x1.a01a01a01a01ap-16,
                                  -0x1.27e4fb7789f5cp-22,
                                  0x1.1eed8eff8d898p-29,
                                  -0x1.93974a8c07c9dp-37,
                                  0x1.ae7f3e733b81fp-45};
  return polynomial(x * x, series, sizeof(series) / sizeof(double));
}

/// sin(x + quarterTurns pi/2)
static double sinFrom(double x, int quarterTurns) {
  if (!(absolute(x) < INFINITE))
    return NOT_A_NUMBER;
  int quadrant;
  double rest = reduce(x, &quadrant);
  quadrant = (quadrant + quarterTurns) & 3;
  double value = quadrant & 1 ? cosKernel(rest) : sinKernel(rest);
  return quadrant & 2 ? -value : value;
}

static double sinOf(double x) { return sinFrom(x, 0); }
static double cosOf(double x) { return sinFrom(x, 1); }

static double tanOf(double x) {
  if (!(absolute(x) < INFINITE))
    return NOT_A_NUMBER;
  int quadrant;
  double rest = reduce(x, &quadrant);
  double s = sinKernel(rest), c = cosKernel(rest);
  return quadrant & 1 ? -c / s : s / c;
}

EXPORT void RUNTIME_NAME(sincos)(double x, double *s, double *c) {
  *s = sinOf(x);
  *c = cosOf(x);
}
EXPORT void RUNTIME_NAME(sincosf)(float x, float *s, float *c) {
  *s = (float)sinOf(x);
  *c = (float)cosOf(x);
}

//===----------------------------------------------------------------------===//
// Inverses
//===----------------------------------------------------------------------===//

/// atan(x)/x = 1 - x^2/3 + x^4/5 - ... for |x| <= tan(pi/12)
static const double atanSeries[] = {
    1.0,       -1.0 / 3, 1.0 / 5,   -1.0 / 7, 1.0 / 9,   -1.0 / 11, 1.0 / 13,
    -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23, 1.0 / 25,  -1.0 / 27};

static double atanOf(double x) {
  const double tanOfPi12 = 0x1.126145e9ecd56p-2, sqrt3 = 0x1.bb67ae8584caap+0;
  double size = absolute(x), offset = 0;
  bool inverted = size > 1;
  if (inverted)
    size = 1 / size;
  if (size > tanOfPi12) {
    size = (size * sqrt3 - 1) / (size + sqrt3);
    offset = PI / 6;
  }
  double angle =
      offset + size * polynomial(size * size, atanSeries,
                                 sizeof(atanSeries) / sizeof(double));
  return withSign(inverted ? HALF_PI - angle : angle, x);
}

static double atan2Of(double y, double x) {
  if (isNaN(x) || isNaN(y))
    return NOT_A_NUMBER;
  bool left = bitsOf(x) >> 63;
  double sizeX = absolute(x), sizeY = absolute(y);
  double angle;
  if (sizeY == 0 || (sizeX == INFINITE && sizeY != INFINITE))
    angle = 0;
  else if (sizeX == INFINITE)
    angle = PI / 4;
  else
    angle = atanOf(sizeY / sizeX);
  return withSign(left ? PI - angle : angle, y);
}

static double asinOf(double x) {
  double square = (1 - x) * (1 + x);
  return square < 0 ? NOT_A_NUMBER
                    : atan2Of(x, __builtin_elementwise_sqrt(square));
}
static double acosOf(double x) {
  double square = (1 - x) * (1 + x);
  return square < 0 ? NOT_A_NUMBER
                    : atan2Of(__builtin_elementwise_sqrt(square), x);
}

EXPORT_UNARY(sin, sinOf)
EXPORT_UNARY(cos, cosOf)
EXPORT_UNARY(tan, tanOf)
EXPORT_UNARY(atan, atanOf)
EXPORT_UNARY(asin, asinOf)
EXPORT_UNARY(acos, acosOf)
EXPORT_BINARY(atan2, atan2Of)
