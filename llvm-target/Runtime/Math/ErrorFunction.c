//===- ErrorFunction.c - erf and erfc -------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erf and erfc. A Taylor series near zero; elsewhere erfc as exp(-x^2) times a
// rational argument of a Chebyshev fit, so that its small values keep their
// relative precision.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

/// erf(x)/x on |x| < 1: 2/sqrt(pi) (1 - x^2/3 + x^4/(2! 5) - x^6/(3! 7) + ...)
static double erfNearZero(double x) {
  static const double series[] = {
      0x1.20dd750429b6dp+0,   -0x1.812746b0379e7p-2,  0x1.ce2f21a042be2p-4,
      -0x1.b82ce31288b51p-6,  0x1.565bcd0e6a53fp-8,   -0x1.c02db40040b86p-11,
      0x1.f9a326f9b89b7p-14,  -0x1.f4d25c3e0c2ebp-17, 0x1.b9e6c9dc651a3p-20,
      -0x1.5f742ec43e71ap-23, 0x1.fcc5720624c1cp-27,  -0x1.51d7181c5d36dp-30,
      0x1.9e6ad5e55a730p-34,  -0x1.d8453cb0c46eap-38, 0x1.f683ae4a97007p-42,
      -0x1.f56f071a885cfp-46, 0x1.d70b3537f4765p-50,  -0x1.a2007af3447f6p-54,
      0x1.5f7919bc67b8cp-58,  -0x1.18cc8a061c479p-62};
  return x * polynomial(x * x, series, sizeof(series) / sizeof(double));
}

/// erfc(x) = exp(-x^2)/(1 + 2x) p((x - 15/4)/(x + 15/4)) on 1 <= x <= 28;
/// p is a Chebyshev fit, error 5e-21.
static double erfcAway(double x) {
  static const double fit[] = {
      0x1.3ccda0b5d5dc2p+0,   -0x1.1f367683f89a7p-3,  0x1.d5f2948159cfbp-9,
      0x1.510169d096803p-4,   -0x1.bda9309a28824p-4,  0x1.7a14188a99b0ap-4,
      -0x1.e0d0fa6e02b3fp-5,  0x1.d0b0037dcdbf1p-6,   -0x1.3f603c33331acp-7,
      0x1.cc3a0e209ee61p-10,  0x1.33fb23d77ffc5p-12,  -0x1.303f9d40315a9p-12,
      0x1.b14463ab24252p-15,  0x1.7789fd450a4f8p-16,  -0x1.800a527499cf0p-17,
      -0x1.0515f8ba2d3acp-20, 0x1.d6dbdd2aafb32p-20,  -0x1.fb9a0909cbd0ap-25,
      -0x1.1976381ebc175p-22, 0x1.c192893374797p-26,  0x1.646f3a7946b4dp-25,
      -0x1.d1dd489c0ebaap-28, -0x1.93cacaee4be02p-28, 0x1.f67792c379ab4p-30};
  if (x > 28)
    return 0;
  double t = (x - 3.75) / (x + 3.75);
  double square = x * x;
  double rest = __builtin_elementwise_fma(x, x, -square);
  double scaled =
      polynomial(t, fit, sizeof(fit) / sizeof(double)) / (1 + 2 * x);
  return matrix_rt_exp(-square) * (scaled - scaled * rest);
}

static double erfOf(double x) {
  double size = absolute(x);
  if (isNaN(x))
    return x;
  return size < 1 ? erfNearZero(x) : withSign(1 - erfcAway(size), x);
}

static double erfcOf(double x) {
  if (isNaN(x))
    return x;
  if (absolute(x) < 0.5)
    return 1 - erfNearZero(x);
  if (absolute(x) < 1)
    return x < 0 ? 1 - erfNearZero(x) : 0.5 + (0.5 - erfNearZero(x));
  return x < 0 ? 2 - erfcAway(-x) : erfcAway(x);
}

EXPORT_UNARY(erf, erfOf)
EXPORT_UNARY(erfc, erfcOf)
