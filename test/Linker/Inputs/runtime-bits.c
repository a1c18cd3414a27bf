/* Calls every mathematical function of the runtime library on many numbers and
 * gives one byte of a hash over all bits of the results: the byte that the
 * number of arguments selects. NAME says how the functions are called. */

#include <stdint.h>

#define UNARY_FUNCTIONS(F)                                                     \
  F(exp)                                                                       \
  F(exp2) F(exp10) F(expm1) F(tanh) F(sinh) F(cosh) F(log) F(log2) F(log10)    \
      F(log1p) F(asinh) F(acosh) F(atanh) F(sin) F(cos) F(tan) F(atan) F(asin) \
          F(acos) F(cbrt) F(erf) F(erfc) F(round) F(sqrt) F(floor) F(rint)
#define BINARY_FUNCTIONS(F) F(pow) F(fmod) F(atan2) F(hypot)

#define DECLARE(F)                                                             \
  double NAME(F)(double);                                                      \
  float NAME(F##f)(float);
UNARY_FUNCTIONS(DECLARE)
#undef DECLARE
#define DECLARE(F)                                                             \
  double NAME(F)(double, double);                                              \
  float NAME(F##f)(float, float);
BINARY_FUNCTIONS(DECLARE)

static uint64_t hash = 14695981039346656037u;

/* NaNs are all alike. */
static void add(double x) {
  uint64_t bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  if (x != x)
    bits = 0;
  for (int i = 0; i < 8; i++, bits >>= 8)
    hash = (hash ^ (bits & 255)) * 1099511628211u;
}

static uint64_t state = 1;

/* Any bits, or numbers in [-1, 1), [-20, 20), [-10^6, 10^6). */
static double next(int kind) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  double x;
  __builtin_memcpy(&x, &state, sizeof(x));
  double part = (double)(int64_t)state * 0x1p-63;
  switch (kind % 4) {
  case 0:
    return x;
  case 1:
    return part;
  case 2:
    return part * 20;
  default:
    return part * 1e6;
  }
}

int main(int argc, char **argv) {
  for (int i = 0; i < 200; i++) {
    double x = next(i), y = next(i + 1);
#define CALL(F)                                                                \
  add(NAME(F)(x));                                                             \
  add(NAME(F##f)((float)x));
    UNARY_FUNCTIONS(CALL)
#undef CALL
#define CALL(F)                                                                \
  add(NAME(F)(x, y));                                                          \
  add(NAME(F##f)((float)x, (float)y));
    BINARY_FUNCTIONS(CALL)
  }
  return hash >> (8 * (argc % 8)) & 255;
}
