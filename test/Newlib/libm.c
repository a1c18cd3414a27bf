// libm on samples of each function, against the host's long double.
// REQUIRES: newlib
// RUN: clang -O1 -w %S/Inputs/libm_check.c -o %t.host -lm
// RUN: matrix-cc -O1 -w -I %S/Inputs %s -o %t.elf -lm
// RUN: matrix-sim --functional %t.elf | %t.host > %t.errors
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

// Among them are the zeros of lgamma that are not near an integer.
static const double special[] = {
    0.0,     -0.0,     1.0,      -1.0,     0.5,       2.0,      3.0,   INFINITY,
    NAN,     1e-300,   0x1p-1074, 1e-310,  709.5,     22.0,     1e22,  0x1.fffffffffffffp+1023,
    0x1p-126, 0x1p-149, 0x1p127,  0x1p52,   171.62437, 26.54325, 89.0,  0x1.fffffep+127,
    2.5,     4.5,      -4.0,     -184.5,   0.9999,    1.0001,   38.5,  35.04010,
    -0x1.3a7fc9600f86cp+1, -0x1.5fb410a1bd901p+1, -0x1.9260dbc9e59afp+1, -0x1.fa471547c2fe5p+1};
enum {
  Special = sizeof(special) / sizeof(special[0]),
  Samples = 10000,
};

struct Domain {
  double low, high, point;
};

/// A number of the exponents -size to size.
static double ofExponent(int size) {
  double unit = 1 + (double)(next() >> 12) * 0x1p-52;
  return ldexp(next() % 2 ? unit : -unit, (int)(next() % (2 * size)) - size);
}

static double sample(int i, const struct Domain *domain) {
  double part = (double)(next() >> 11) * 0x1p-53;
  if (i < 2 * Special)
    return i % 2 ? -special[i / 2] : special[i / 2];
  switch (i % 5) {
  case 0:
    return domain->low + (domain->high - domain->low) * part;
  case 1:
    return (domain->low + (domain->high - domain->low) * part) / 16;
  case 2:
    return domain->point + ldexp(part - 0.5, -(int)(next() % 52));
  case 3:
    return domain->point * (int)(next() % 41 - 20) + ldexp(part - 0.5, -(int)(next() % 52));
  default:
    return ofExponent(i % 3 == 0 ? 1074 : i % 3 == 1 ? 150 : 40);
  }
}

/// The second operand: one of the same kind, or of a related exponent.
static double other(int i, double x, const struct Domain *domain) {
  switch (next() % 4) {
  case 0:
    return sample((int)(next() % Samples), domain);
  case 1:
    return ldexp(ofExponent(1), ilogb(x) % 2048 + (int)(next() % 130) - 65);
  case 2:
    return ofExponent(12);
  default: // of powers that are neither large nor small
    return ofExponent(1) * 300 / (fabs(log2(fabs(x))) + 0.01);
  }
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
  struct Domain domain;
};
struct Binary {
  const char *name, *narrow;
  double (*function)(double, double);
  float (*functionf)(float, float);
  struct Domain domain;
};
#define ENTRY(NAME, D, S, LOW, HIGH, POINT)                                    \
  {#NAME, #NAME "f", NAME, NAME##f, {LOW, HIGH, POINT}},
static const struct Unary unary[] = {UNARY(ENTRY)};
static const struct Binary binary[] = {BINARY(ENTRY)};

int main(void) {
  for (unsigned f = 0; f < sizeof(unary) / sizeof(*unary); ++f)
    for (int i = 0; i < Samples; ++i) {
      double x = sample(i, &unary[f].domain);
      show(unary[f].name, x, 0, unary[f].function(x));
      showFloat(unary[f].narrow, (float)x, 0, unary[f].functionf((float)x));
    }
  for (unsigned f = 0; f < sizeof(binary) / sizeof(*binary); ++f)
    for (int i = 0; i < Samples; ++i) {
      double x = sample(i, &binary[f].domain);
      double y = other(i, x, &binary[f].domain);
      show(binary[f].name, x, y, binary[f].function(x, y));
      showFloat(binary[f].narrow, (float)x, (float)y,
                binary[f].functionf((float)x, (float)y));
    }
  return 0;
}
