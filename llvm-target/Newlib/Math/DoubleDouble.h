//===- DoubleDouble.h - sums of two doubles ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arithmetic of double-double numbers, the unevaluated sums of two doubles of
// which the second is at most half an ulp of the first, by error-free sums and
// products: about 104 bits. Contraction of products and sums is off. The
// elementary functions have 74 correct bits, so that the functions of libm
// computed with them have an error of at most 0.52 ulp.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_NEWLIB_MATH_DOUBLEDOUBLE_H
#define MATRIX_NEWLIB_MATH_DOUBLEDOUBLE_H

#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

typedef struct {
  double high, low;
} Pair;

// The builtins are instructions; functions of the library set errno.
static inline double fused(double a, double b, double c) {
  return __builtin_elementwise_fma(a, b, c);
}
/// The number of elements of an array.
#define COUNT(ARRAY) (int)(sizeof(ARRAY) / sizeof(ARRAY[0]))
/// c[0] + c[1] x + ... by Horner's rule.
static inline double polynomial(double x, const double *c, int count) {
  double sum = 0;
  for (int n = count - 1; n >= 0; --n)
    sum = fused(sum, x, c[n]);
  return sum;
}
static inline double root(double x) { return __builtin_elementwise_sqrt(x); }
static inline double sizeOf(double x) { return __builtin_fabs(x); }
static inline int isFinite(double x) { return sizeOf(x) < __builtin_inf(); }

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static inline Pair pairOf(double x) { return (Pair){x, 0}; }

/// a + b, exactly, if |a| >= |b| or a = 0.
static inline Pair orderedSum(double a, double b) {
  double sum = a + b;
  return (Pair){sum, b - (sum - a)};
}
/// a + b, exactly.
static inline Pair sumOf(double a, double b) {
  double sum = a + b, part = sum - a;
  return (Pair){sum, (a - (sum - part)) + (b - part)};
}
/// a b, exactly unless it underflows.
static inline Pair productOf(double a, double b) {
  double product = a * b;
  return (Pair){product, fused(a, b, -product)};
}

static inline Pair negative(Pair a) { return (Pair){-a.high, -a.low}; }

static inline Pair add(Pair a, Pair b) {
  Pair high = sumOf(a.high, b.high), low = sumOf(a.low, b.low);
  Pair sum = orderedSum(high.high, high.low + low.high);
  return orderedSum(sum.high, sum.low + low.low);
}
/// The sum if |a| is at least twice |b|.
static inline Pair orderedAdd(Pair a, Pair b) {
  Pair sum = orderedSum(a.high, b.high);
  return orderedSum(sum.high, sum.low + (a.low + b.low));
}
static inline Pair addDouble(Pair a, double b) {
  Pair sum = sumOf(a.high, b);
  return orderedSum(sum.high, sum.low + a.low);
}
static inline Pair subtract(Pair a, Pair b) { return add(a, negative(b)); }

static inline Pair multiply(Pair a, Pair b) {
  Pair product = productOf(a.high, b.high);
  double rest = fused(a.high, b.low, a.low * b.high);
  return orderedSum(product.high, product.low + rest);
}
static inline Pair multiplyDouble(Pair a, double b) {
  Pair product = productOf(a.high, b);
  return orderedSum(product.high, fused(a.low, b, product.low));
}
/// a times a power of two, exactly.
static inline Pair scaleExactly(Pair a, double power) {
  return (Pair){a.high * power, a.low * power};
}

static inline Pair divide(Pair a, Pair b) {
  double first = a.high / b.high;
  double rest = fused(-first, b.low, a.low) + fused(-first, b.high, a.high);
  return orderedSum(first, rest / b.high);
}

/// The root of a positive number.
static inline Pair squareRoot(Pair a) {
  double first = root(a.high);
  double rest = fused(-first, first, a.high) + a.low;
  return orderedSum(first, rest / (2 * first));
}

/// 2^n of a normal number.
static inline double powerOfTwo(int n) {
  uint64_t bits = (uint64_t)(n + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof(power));
  return power;
}

/// x with the sign of another number.
static inline double withSign(double x, double sign) {
  return __builtin_copysign(x, sign);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// a 2^n, rounded once, also to a subnormal number; |a| is of the order of 1.
double __matrix_round(Pair a, int n);

/// exp(a) - 1 for |a| < 0.36.
Pair __matrix_expm1(Pair a);
/// exp(a) = (1 + result) 2^n, |a| < 800.
Pair __matrix_exp(Pair a, int *n);
/// log(1 + a), 1 + a > 0, with all bits near zero also.
Pair __matrix_log1p(Pair a);
/// log(a) of a positive number, also a subnormal one.
Pair __matrix_log(Pair a);
/// sin(a) and cos(a) for |a| < 0.8.
Pair __matrix_sin(Pair a);
Pair __matrix_cos(Pair a);
/// |sin(pi x)|.
Pair __matrix_sinpi(double x);
/// log Gamma(x + n), x > 0, and the product x (x + 1) ... (x + n - 1), for some
/// n.
Pair __matrix_lgamma(double x, Pair *product);

#define PI_HALF ((Pair){0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54})
#define LN2 ((Pair){0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56})

#endif // MATRIX_NEWLIB_MATH_DOUBLEDOUBLE_H
