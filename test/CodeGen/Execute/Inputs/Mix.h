// A program that hashes all computed values into one number, which must be
// equal on host and machine. Inputs are pseudo-random.
#include <stdint.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef int32_t i32;

static u64 hash = 1469598103934665603u;
static void mix(u64 x) {
  for (int i = 0; i < 8; i++) {
    hash ^= (x >> (8 * i)) & 255;
    hash *= 1099511628211u;
  }
}
// NaNs are canonical on the machine, but not necessarily on the host.
static void mixFloat(float f) {
  u32 bits;
  __builtin_memcpy(&bits, &f, 4);
  mix(f != f ? 0x7fc00000 : bits);
}
static void mixDouble(double f) {
  u64 bits;
  __builtin_memcpy(&bits, &f, 8);
  mix(f != f ? 0x7ff8000000000000 : bits);
}

static u64 state = 88172645463325252u;
static u64 next(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

#define NOINLINE __attribute__((noinline))
void work(void);
int main(void) {
  work();
#ifdef SHOW
  __builtin_printf("0x%llxu\n", (unsigned long long)hash);
#endif
  return hash != EXPECTED;
}
