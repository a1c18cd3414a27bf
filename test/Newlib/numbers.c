// Text to numbers and back: strtod, strtol and scanf as on the host, long double
// by constants of the compiler.
// REQUIRES: newlib
// RUN: clang -O1 -w %s -o %t.host && %t.host > %t.expected
// RUN: matrix-cc -O1 -w %s -o %t.elf && matrix-sim --functional %t.elf > %t.found
// RUN: diff %t.expected %t.found && FileCheck %s --input-file=%t.found
// CHECK: wide 0 wrong

#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252ull;
static uint64_t next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

/// The library of the host sets errno for all inexact subnormal numbers as well.
static void showDouble(const char *text) {
  char *end;
  errno = 0;
  double x = strtod(text, &end);
  uint64_t bits;
  memcpy(&bits, &x, sizeof(bits));
  int error = isinf(x) || x == 0 ? errno : 0;
  float f = strtof(text, 0);
  uint32_t narrow;
  memcpy(&narrow, &f, sizeof(narrow));
  printf("%s %016" PRIx64 " %08" PRIx32 " %d %d\n", text, bits, narrow,
         (int)(end - text), error);
}

static void doubles(void) {
  static const char *const texts[] = {
      "0", "-0", "1", ".5", "5.", "1e", "1e+", "+3.25e-2x", "0x1.8p3", "0x.1p-4",
      "2.2250738585072011e-308", "4.9e-324", "2.4703282292062327e-324",
      "1.7976931348623159e308", "1e400", "-1e400", "1e-400", "inf", "-InFinity",
      "9007199254740993", "9007199254740992.99999999999999999999", "  7",
      "0.1e1000000000", "123456789012345678901234567890", "", "-", "abc"};
  for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); ++i)
    showDouble(texts[i]);
  for (int i = 0; i < 400; ++i) {
    uint64_t bits = next();
    double x;
    memcpy(&x, &bits, sizeof(x));
    char text[64];
    if (x != x)
      continue;
    snprintf(text, sizeof(text), "%.*e", (int)(next() % 20), x);
    showDouble(text);
  }
}

static void integers(void) {
  static const char *const texts[] = {"0", "-17", "0x1f", "017", "zz", "99999999999999999999",
                                      "-99999999999999999999", " +5 ", "08", "-0x10"};
  for (unsigned i = 0; i < sizeof(texts) / sizeof(*texts); ++i)
    for (int base = 0; base <= 36; base = base ? base * 2 + 4 : 8) {
      char *end;
      errno = 0;
      long value = strtol(texts[i], &end, base);
      int first = errno;
      errno = 0;
      unsigned long other = strtoul(texts[i], 0, base);
      printf("%s %d %ld %d %lu %d %d\n", texts[i], base, value, first, other,
             errno, (int)(end - texts[i]));
    }
  printf("%d %ld %lld\n", atoi("-12x"), atol("77"), atoll("123456789012"));
}

static void scans(void) {
  int a = 0, b = 0, n = 0;
  char word[16] = "", letters[16] = "";
  double d = 0;
  float f = 0;
  long l = 0;
  unsigned u = 0;
  int count = sscanf("12 -7 name 3.5 1e3 ff 9999999999", "%d %i %15s %lf %f %x %ld%n", &a, &b, word, &d, &f, &u, &l, &n);
  printf("%d %d %d %s %g %g %u %ld %d\n", count, a, b, word, d, f, u, l, n);
  count = sscanf("abc123;rest", "%[a-z]%3d;%c", letters, &a, word);
  printf("%d %s %d %c\n", count, letters, a, word[0]);
  count = sscanf("10:20", "%d:%*d%d", &a, &b);
  printf("%d %d\n", count, a);
  printf("%d\n", sscanf("", "%d", &a));
}

/// On this target long double is binary128, on the host it is not.
static int wide(void) {
  int wrong = 0;
#if LDBL_MANT_DIG == 113
#define CHECK(X) wrong += strtold(#X, 0) != X##L
  CHECK(0.1);
  CHECK(3.14159265358979323846264338327950288);
  CHECK(1e4000);
  CHECK(1e-4940);
  CHECK(6.4751751194380251109244389582276465e-4966);
  CHECK(1.18973149535723176508575932662800702e4932);
  CHECK(123456789012345678901234567890.5);
  long double parsed = 0;
  wrong += sscanf("-2.5e-3", "%Lf", &parsed) != 1 || parsed != -2.5e-3L;
  for (int i = 0; i < 100; ++i) {
    long double x = (long double)next() * next() / (next() | 1);
    char text[64];
    snprintf(text, sizeof(text), "%.36Lg", x);
    wrong += strtold(text, 0) != x;
  }
#endif
  return wrong;
}

int main(void) {
  doubles();
  integers();
  scans();
  printf("wide %d wrong\n", wide());
  return 0;
}
