// Functions of libm with exact results, Bessel functions to some digits, and errno at
// poles and outside of domains, as on the host.
// REQUIRES: newlib
// RUN: clang -O1 -w -fno-builtin -ffp-contract=off %s -o %t.host -lm && %t.host > %t.expected
// RUN: matrix-cc -O1 -w -fno-builtin %s -o %t.elf -lm
// RUN: matrix-sim --functional %t.elf > %t.found
// RUN: diff %t.expected %t.found && FileCheck %s --input-file=%t.found
// CHECK: fma
// CHECK: errno

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint64_t state = 88172645463325252ull;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static const double special[] = {0.0,  -0.0,      INFINITY,  -INFINITY, NAN,
                                 1,    -1,        0.5,       -2.5,      0x1p-1074,
                                 1e10, 0x1p-1022, 0x1p-149,  0x1p-126,  0x1.fffffffffffffp+1023,
                                 3,    0x1p52,    0x1p63,    -0x1p63,   0x1.fffffep+127};
enum { Special = sizeof(special) / sizeof(*special), Samples = 3000 };

/// A number of the exponents -size to size.
static double ofExponent(int size) {
  double unit = 1 + (double)(next() >> 12) * 0x1p-52;
  return ldexp(next() % 2 ? unit : -unit, (int)(next() % (2 * size)) - size);
}
static double sample(void) {
  switch (next() % 8) {
  case 0:
    return special[next() % Special];
  case 1:
    return ofExponent(1074);
  case 2:
    return ofExponent(150);
  case 3:
    return (double)(int)(next() % 4001 - 2000) / 8;
  default:
    return ofExponent(30);
  }
}

//===----------------------------------------------------------------------===//
// Exact results
//===----------------------------------------------------------------------===//

static void show(const char *name, int count, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof(bits));
  printf("%s %d %016llx\n", name, count, isnan(x) ? 0x7ff8ll << 48 : (long long)bits);
}
#define SHOW(NAME, ...) show(#NAME, i, NAME(__VA_ARGS__))
#define BOTH(NAME, ...)                                                        \
  SHOW(NAME, __VA_ARGS__), narrow ? SHOW(NAME##f, __VA_ARGS__) : (void)0

/// Products that cancel a third number but for its last bits.
static double addend(double x, double y) {
  switch (next() % 4) {
  case 0:
    return sample();
  case 1:
    return x * y * ofExponent(60);
  default:
    return -x * y * (1 + ofExponent(1) * 0x1p-50 * (double)(next() % 3));
  }
}

static int inRange(double x) { return fabs(x) < 0x1p62; }

static void integers(int i, double x, int narrow) {
  int exponent = 0, quotient = 0;
  double y = sample();
  int logarithm = narrow ? ilogbf(x) : ilogb(x);
  show("ilogb", i, x == 0 ? logarithm == FP_ILOGB0 : isnan(x) ? logarithm == FP_ILOGBNAN : logarithm);
  show("frexp", i, frexp(x, &exponent)), show("exponent", i, isfinite(x) ? exponent : 0);
  show("remquo", i, remquo(x, y, &quotient));
  if (isfinite(x) && y != 0 && !isnan(y))
    show("quotient", i, quotient < 0 ? -(-quotient & 7) : quotient & 7);
  if (inRange(x)) {
    BOTH(lrint, x), BOTH(llrint, x), BOTH(lround, x), BOTH(llround, x);
  }
}

static void parts(int i, double x, int narrow) {
  double whole;
  float wholef;
  show("modf", i, modf(x, &whole)), show("whole", i, whole);
  int n = (int)(next() % 4400) - 2200, small = (int)(next() % 600) - 300;
  SHOW(scalbn, x, n), SHOW(scalbln, x, n), SHOW(ldexp, x, n);
  if (!narrow)
    return;
  show("modff", i, modff(x, &wholef)), show("wholef", i, wholef);
  SHOW(scalbnf, x, small), SHOW(scalblnf, x, small), SHOW(ldexpf, x, small);
  int exponent = 0, quotient = 0;
  show("frexpf", i, frexpf(x, &exponent)), show("exponentf", i, isfinite(x) ? exponent : 0);
  float y = (float)sample();
  show("remquof", i, remquof(x, y, &quotient));
  if (isfinite(x) && y != 0 && !isnan(y))
    show("quotientf", i, quotient < 0 ? -(-quotient & 7) : quotient & 7);
}

static void exact(int i) {
  double x = sample(), y = sample(), z = addend(x, y);
  float a = (float)x, b = (float)y, c = (float)addend(a, b);
  SHOW(fma, x, y, z);
  SHOW(fmaf, a, b, c);
  SHOW(nextafter, x, y), SHOW(nextafterf, a, b);
  SHOW(fdim, x, y), SHOW(fdimf, a, b);
  integers(i, x, 0), integers(i, a, 1);
  parts(i, x, 0), parts(i, a, 1);
}

//===----------------------------------------------------------------------===//
// errno
//===----------------------------------------------------------------------===//

static void showError(const char *call, double result) {
  printf("errno %s %d %d %g\n", call, errno == EDOM, errno == ERANGE,
         isnan(result) ? 0 : result);
}
#define ERROR(CALL) (errno = 0, showError(#CALL, CALL))
#define ERRORS(NAME, X) ERROR(NAME(X)), ERROR(NAME##f(X))

static void errors(void) {
  const double huge = INFINITY, none = NAN; // the texts of the macros differ
  ERRORS(acos, 2), ERRORS(asin, -1.5), ERRORS(acosh, 0.5), ERRORS(acosh, 1);
  ERRORS(atanh, 2), ERRORS(atanh, 1), ERRORS(atanh, -1), ERRORS(atanh, 0.5);
  ERRORS(log, 0), ERRORS(log, -1), ERRORS(log2, 0), ERRORS(log2, -1);
  ERRORS(log10, 0), ERRORS(log10, -1), ERRORS(log1p, -1), ERRORS(log1p, -2);
  ERRORS(exp, 1000), ERRORS(exp2, 2000), ERRORS(expm1, 1000), ERRORS(exp, -1000);
  ERRORS(sinh, 1000), ERRORS(sinh, -1000), ERRORS(cosh, 1000), ERRORS(sqrt, -1);
  ERRORS(tgamma, 0.0), ERRORS(tgamma, -0.0), ERRORS(tgamma, -1), ERRORS(tgamma, 200);
  ERRORS(tgamma, -huge), ERRORS(tgamma, huge), ERRORS(tgamma, -200.5);
  ERRORS(lgamma, 0.0), ERRORS(lgamma, -1), ERRORS(lgamma, 1e306), ERRORS(lgamma, 3);
  ERRORS(erfc, 200), ERRORS(erfc, -200);
  ERROR(pow(0, -1)), ERROR(pow(-2, 0.5)), ERROR(pow(10, 400)), ERROR(pow(10, -400));
  ERROR(powf(0, -1)), ERROR(powf(-2, 0.5)), ERROR(powf(10, 40)), ERROR(powf(10, -60));
  ERROR(fmod(1, 0)), ERROR(fmodf(huge, 1)), ERROR(remainder(1, 0));
  ERROR(fmod(huge, 1)), ERROR(remainder(huge, 1)), ERROR(remainderf(1, 0));
  ERRORS(sin, huge), ERRORS(cos, -huge), ERRORS(tan, huge), ERRORS(sin, none);
  ERROR(hypot(1e308, 1.7e308)), ERROR(hypotf(1e38, 3.4e38));
  ERROR(fdim(1e308, -1e308)), ERROR(fdim(INFINITY, 1)), ERROR(fdim(1, INFINITY));
  ERROR(fdim(-INFINITY, 1)), ERROR(fdimf(INFINITY, INFINITY)), ERROR(fdimf(3e38, -3e38));
}

static void signs(void) {
  static const double xs[] = {-0.5, -1.5, -2.5, 0.5, -0.0, 0.0, -20.25, -21.25};
  for (unsigned i = 0; i < sizeof(xs) / sizeof(*xs); ++i) {
    int sign = 0, signf = 0;
    lgamma_r(xs[i], &sign), lgammaf_r((float)xs[i], &signf);
    lgamma(xs[i]);
    printf("sign %g %d %d %d %d\n", xs[i], sign, signf, signgam,
           gamma(xs[i]) == lgamma(xs[i]));
  }
}

/// The library has errors of some units in the last place.
static void bessel(void) {
  static const double xs[] = {0, 0.5, 3, 1e10, 1e17, 1e300, INFINITY};
  for (unsigned i = 0; i < sizeof(xs) / sizeof(*xs); ++i)
    printf("bessel %g %.6g %.6g %.6g %.6g %.4g\n", xs[i], j0(xs[i]), j1(xs[i]),
           jn(4, xs[i]), y0(xs[i]), j0f((float)xs[i]));
}

int main(void) {
  for (int i = 0; i < Samples; ++i)
    exact(i);
  errors();
  signs();
  bessel();
  return 0;
}
