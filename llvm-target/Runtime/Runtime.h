//===- Runtime.h - declarations of the runtime library --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that compiled code may call: memory blocks and C mathematics.
// Freestanding C; every function is weak, so that a program may define its own.
// Mathematics is computed in f64; f32 results are rounded once at the end and
// accurate to about one unit in the last place, f64 results to about 1e-14
// (pow: 1e-13).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUNTIME_RUNTIME_H
#define MATRIX_RUNTIME_RUNTIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((weak))

/// The name of an exported function; host tests override it.
#ifndef RUNTIME_NAME
#define RUNTIME_NAME(NAME) NAME
#endif

/// Defines name and namef of one or two arguments by a function on f64.
#define EXPORT_UNARY(NAME, FUNCTION)                                           \
  EXPORT double RUNTIME_NAME(NAME)(double x) { return FUNCTION(x); }           \
  EXPORT float RUNTIME_NAME(NAME##f)(float x) { return (float)FUNCTION(x); }
#define EXPORT_BINARY(NAME, FUNCTION)                                          \
  EXPORT double RUNTIME_NAME(NAME)(double x, double y) {                       \
    return FUNCTION(x, y);                                                     \
  }                                                                            \
  EXPORT float RUNTIME_NAME(NAME##f)(float x, float y) {                       \
    return (float)FUNCTION(x, y);                                              \
  }

#define INFINITE __builtin_inf()
#define NOT_A_NUMBER __builtin_nan("")
#define LN2 0x1.62e42fefa39efp-1
/// LN2 = LN2_HIGH + LN2_LOW; a product of LN2_HIGH and a small integer is
/// exact.
#define LN2_HIGH 0x1.62e42feep-1
#define LN2_LOW 0x1.a39ef35793c76p-33
#define HALF_PI 0x1.921fb54442d18p+0
#define PI 0x1.921fb54442d18p+1

static inline uint64_t bitsOf(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  return bits;
}
static inline double fromBits(uint64_t bits) {
  double x;
  __builtin_memcpy(&x, &bits, sizeof(x));
  return x;
}
static inline double absolute(double x) { return __builtin_fabs(x); }
static inline double withSign(double x, double sign) {
  return __builtin_copysign(x, sign);
}
static inline bool isNaN(double x) { return x != x; }

/// 2^n for -1022 <= n <= 1023.
static inline double powerOfTwo(int n) {
  return fromBits((uint64_t)(n + 1023) << 52);
}

/// c[0] + c[1] x + ... + c[count - 1] x^(count - 1)
static inline double polynomial(double x, const double *c, int count) {
  double sum = 0;
  while (count--)
    sum = sum * x + c[count];
  return sum;
}

double matrix_rt_exp(double x);
/// exp(x) - 1, accurate for small x.
double matrix_rt_expm1(double x);
double matrix_rt_log(double x);
double matrix_rt_log1p(double x);
/// x 2^n, rounded once for subnormal results.
double matrix_rt_scale(double x, int n);

#endif // MATRIX_RUNTIME_RUNTIME_H
