// libm on samples of each function, against the host's long double.
// REQUIRES: newlib
// RUN: clang -O1 -w %S/Inputs/libm_check.c -o %t.host -lm
// RUN: matrix-cc -O1 -w -I %S/Inputs %s -o %t.elf -lm
// RUN: matrix-sim --functional %t.elf > %t.results && %t.host < %t.results > %t.errors
// RUN: FileCheck %s --input-file=%t.errors
// CHECK: {{[1-9][0-9]+}} results, status 0

#include "libm.def"
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

static const double special[] = {0.0,      -0.0, 1.0, -1.0, 0.5, 2.0, INFINITY,
                                 -INFINITY, NAN, 3.0, 1e-300, -1e300, 1e-310,
                                 709.5,    22.0, 0.9999, 1.0001, 1e22, -2.5, 4.5};
enum { Special = sizeof(special) / sizeof(special[0]), Samples = 120 };

static double sample(int i) {
  double unit = (double)(int64_t)next() * 0x1p-63; // of (-1, 1)
  if (i < Special)
    return special[i];
  return i % 3 == 0   ? unit
         : i % 3 == 1 ? unit * 20
                      : ldexp(unit, (int)(next() % 120) - 60);
}

static void show(const char *name, double x, double y, double result) {
  uint64_t bits[3];
  memcpy(&bits[0], &x, 8), memcpy(&bits[1], &y, 8), memcpy(&bits[2], &result, 8);
  printf("%s %llx %llx %llx\n", name, (long long)bits[0], (long long)bits[1], (long long)bits[2]);
}
static void showFloat(const char *name, float x, float y, float result) {
  uint32_t bits[3];
  memcpy(&bits[0], &x, 4), memcpy(&bits[1], &y, 4), memcpy(&bits[2], &result, 4);
  printf("%s %x %x %x\n", name, (int)bits[0], (int)bits[1], (int)bits[2]);
}

struct Unary {
  const char *name, *narrow;
  double (*function)(double);
  float (*functionf)(float);
};
struct Binary {
  const char *name, *narrow;
  double (*function)(double, double);
  float (*functionf)(float, float);
};
#define ENTRY(NAME, D, S) {#NAME, #NAME "f", NAME, NAME##f},
static const struct Unary unary[] = {UNARY(ENTRY)};
static const struct Binary binary[] = {BINARY(ENTRY)};

int main(void) {
  for (unsigned f = 0; f < sizeof(unary) / sizeof(*unary); ++f)
    for (int i = 0; i < Samples; ++i) {
      double x = sample(i);
      show(unary[f].name, x, 0, unary[f].function(x));
      showFloat(unary[f].narrow, (float)x, 0, unary[f].functionf((float)x));
    }
  for (unsigned f = 0; f < sizeof(binary) / sizeof(*binary); ++f)
    for (int i = 0; i < Samples; ++i) {
      double x = sample(i), y = sample((int)(next() % Samples));
      show(binary[f].name, x, y, binary[f].function(x, y));
      showFloat(binary[f].narrow, (float)x, (float)y,
                binary[f].functionf((float)x, (float)y));
    }
  return 0;
}
