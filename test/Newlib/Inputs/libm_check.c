// Reads lines `function bits-of-x bits-of-y bits-of-result` and prints the largest
// error of each function in units in the last place, against the host's long
// double. The status is 1 if one is larger than allowed.
#include "libm.def"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// -0 is less than 0, which is left open by C.
static long double smaller(long double x, long double y) {
  return x != y ? fminl(x, y) : signbit(x) ? x : y;
}
static long double larger(long double x, long double y) {
  return x != y ? fmaxl(x, y) : signbit(x) ? y : x;
}
#define fminl smaller
#define fmaxl larger

struct Function {
  const char *name;
  long double (*unary)(long double), (*binary)(long double, long double);
  double allowed;
  int precision, smallest; // of the format
  int count;
  double worst, x, y;
};
#define ENTRY1(NAME, D, S, LOW, HIGH, POINT)                                                     \
  {#NAME, NAME##l, 0, D, 53, -1074}, {#NAME "f", NAME##l, 0, S, 24, -149},
#define ENTRY2(NAME, D, S, LOW, HIGH, POINT)                                                     \
  {#NAME, 0, NAME##l, D, 53, -1074}, {#NAME "f", 0, NAME##l, S, 24, -149},
static struct Function functions[] = {UNARY(ENTRY1) BINARY(ENTRY2)};
enum { Count = sizeof(functions) / sizeof(functions[0]) };

static double fromBits(uint64_t bits, int precision) {
  float narrow;
  uint32_t half = (uint32_t)bits;
  double wide;
  memcpy(&narrow, &half, sizeof(narrow));
  memcpy(&wide, &bits, sizeof(wide));
  return precision == 24 ? narrow : wide;
}

static double errorOf(const struct Function *f, double found, long double exact) {
  double nearest = f->precision == 24 ? (float)exact : (double)exact;
  if (isnan(found) || isnan(nearest))
    return isnan(found) && isnan(nearest) ? 0 : INFINITY;
  if (found == nearest)
    return signbit(found) != signbit(nearest) && !(fabsl(exact) > 0) ? INFINITY : 0;
  int exponent;
  frexpl(exact, &exponent);
  exponent = isfinite(exact) ? exponent - f->precision : 0;
  exponent = exponent < f->smallest ? f->smallest : exponent;
  return fabsl(ldexpl(found - exact, -exponent));
}

int main(void) {
  char name[32];
  unsigned long x, y, result;
  int status = 0, lines = 0;
  while (scanf("%31s %lx %lx %lx", name, &x, &y, &result) == 4)
    for (struct Function *f = functions; f < functions + Count; ++f) {
      if (strcmp(f->name, name))
        continue;
      double a = fromBits(x, f->precision), b = fromBits(y, f->precision);
      long double exact = f->unary ? f->unary(a) : f->binary(a, b);
      double error = errorOf(f, fromBits(result, f->precision), exact);
      ++f->count, ++lines;
      if (error > f->worst)
        f->worst = error, f->x = a, f->y = b;
    }
  for (struct Function *f = functions; f < functions + Count; ++f) {
    int bad = f->worst > f->allowed || !f->count;
    status |= bad;
    printf("%-12s %5d samples, %.3f ulp%s", f->name, f->count, f->worst, bad ? ": too large" : "");
    printf(bad ? " at %a %a\n" : "\n", f->x, f->y);
  }
  printf("%d results, status %d\n", lines, status);
  return status;
}
