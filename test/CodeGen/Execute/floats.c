// f32, f64 and f16: arithmetic, comparisons, conversions; on arbitrary bit patterns,
// including NaNs and infinities, and on moderate numbers.
//
// DEFINE: %{front} = 0
// DEFINE: %{back} = 0
// DEFINE: %{machine} = matrix-cc -ffreestanding -fno-builtin -S -emit-llvm %s -o %t.ll -fsigned-char -fno-math-errno -ffp-contract=off -O%{front} \
// DEFINE:   && llc -mtriple=matrix -O%{back} -verify-machineinstrs -filetype=obj %t.ll -o %t.o \
// DEFINE:   && matrix-ld %t.o -o %t.elf && matrix-sim --functional %t.elf
// RUN: clang -O1 -fsigned-char -ffp-contract=off %s -o %t.host -lm && %t.host
// RUN: %{machine}
// REDEFINE: %{back} = 2
// RUN: %{machine}
// REDEFINE: %{front} = 2
// RUN: %{machine}

#define EXPECTED 0xf6158183f386dffeu
#include "Inputs/Mix.h"

// No signaling NaNs: fmax of them differs between hosts.
static float asFloat(u32 bits) {
  float f;
  bits |= (bits & 0x7f800000) == 0x7f800000 ? 0x400000 : 0;
  __builtin_memcpy(&f, &bits, 4);
  return f;
}
static double asDouble(u64 bits) {
  double f;
  bits |= (bits >> 52 & 0x7ff) == 0x7ff ? (u64)1 << 51 : 0;
  __builtin_memcpy(&f, &bits, 8);
  return f;
}

static void singles(float a, float b, float c) {
  mixFloat(a + b), mixFloat(a - b), mixFloat(a * b), mixFloat(a / b);
  mixFloat(__builtin_fmaf(a, b, c)), mixFloat(__builtin_sqrtf(a));
  mixFloat(-a), mixFloat(__builtin_fabsf(a)), mixFloat(__builtin_copysignf(a, b));
  mixFloat(__builtin_fmaxf(a, b)), mixFloat(__builtin_fminf(a, b));
  mixFloat(__builtin_floorf(a)), mixFloat(__builtin_ceilf(a)), mixFloat(__builtin_truncf(a)),
      mixFloat(__builtin_rintf(a));
  mix(a < b), mix(a <= b), mix(a == b), mix(a != b), mix(!(a > b)), mix(!(a >= b));
  mix(__builtin_isunordered(a, b)), mix(__builtin_islessgreater(a, b));
  mixDouble(a);
}

static void doubles(double a, double b, double c) {
  mixDouble(a + b), mixDouble(a - b), mixDouble(a * b), mixDouble(a / b);
  mixDouble(__builtin_fma(a, b, c)), mixDouble(__builtin_sqrt(a));
  mixDouble(-a), mixDouble(__builtin_fabs(a)), mixDouble(__builtin_copysign(a, b));
  mixDouble(__builtin_fmax(a, b)), mixDouble(__builtin_fmin(a, b));
  mixDouble(__builtin_floor(a)), mixDouble(__builtin_ceil(a)), mixDouble(__builtin_trunc(a)),
      mixDouble(__builtin_rint(a));
  mix(a < b), mix(a <= b), mix(a == b), mix(a != b), mix(!(a > b)), mix(!(a >= b));
  mixFloat(a);
}

static void integers(u64 a) {
  mixFloat(a), mixFloat((i64)a), mixFloat((u32)a), mixFloat((i32)a);
  mixDouble(a), mixDouble((i64)a), mixDouble((u32)a), mixDouble((i32)a);
}

// |x| < 2^15, so that every conversion is defined.
static void toIntegers(double x) {
  float f = x;
  mix((i64)x), mix((i32)x), mix((short)x), mix((i64)f), mix((i32)f);
  mix((u64)__builtin_fabs(x)), mix((u32)__builtin_fabsf(f));
  mix((u64)(__builtin_fabs(x) * 5e14)); // larger than 2^63
}

static void halves(float a, double d) {
  _Float16 x = a, y = d;
  mixFloat(x), mixFloat(y), mixFloat((_Float16)((float)x * (float)y)), mix(x < y);
}

NOINLINE static void sort(double *a, int n) {
  for (int i = 1; i < n; i++) {
    double v = a[i];
    int j = i;
    for (; j > 0 && a[j - 1] > v; j--)
      a[j] = a[j - 1];
    a[j] = v;
  }
}

void work(void) {
  double list[40];
  for (int i = 0; i < 200; i++) {
    u64 a = next(), b = next(), c = next();
    singles(asFloat(a), asFloat(b), asFloat(c));
    doubles(asDouble(a), asDouble(b), asDouble(c));
    double x = (i64)a / 0x1p48, y = (i64)b / 0x1p50;
    singles(x, y, asFloat(c)), doubles(x, y, asDouble(c));
    integers(a), toIntegers(x), halves(y, x), halves(x / 1e9, asDouble(c));
    list[i % 40] = x;
  }
  sort(list, 40);
  for (int i = 0; i < 40; i++)
    mixDouble(list[i]);
}
