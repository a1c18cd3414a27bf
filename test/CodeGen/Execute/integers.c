// Integer arithmetic of 8 to 128 bits.
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

#define EXPECTED 0x281e26435be234f8u
#include "Inputs/Mix.h"

static void wide(u64 a, u64 b, int shift) {
  mix(a + b), mix(a - b), mix(a * b);
  mix(a << shift), mix(a >> shift), mix((i64)a >> shift);
  mix((a << shift) | (a >> (-shift & 63)));
  mix((i64)a < (i64)b), mix(a < b), mix(a == b), mix((i64)a < 5 ? a : b);
  if (b) {
    mix(a / b), mix(a % b);
    mix((i64)a / (i64)(b | 1)), mix((i64)a % (i64)(b | 1));
  }
  mix((i64)a / 1000), mix((i64)a % 17), mix(a / 1000000007);
}

static void words(u32 a, u32 b, int shift) {
  i32 sa = a, sb = b;
  mix(a + b), mix(a - b), mix(a * b);
  mix(a << shift), mix(a >> shift), mix(sa >> shift);
  mix((a << shift) | (a >> (-shift & 31)));
  mix(sa < sb), mix(a <= b), mix(a > 100 ? a : b);
  if (b)
    mix(a / b), mix(a % b);
  if (sb > 0)
    mix(sa / sb), mix(sa % sb);
  mix(sa / 7), mix(a / 10), mix((short)a / 3);
  int sum;
  mix(__builtin_add_overflow(sa, sb, &sum)), mix(sum);
}

static void narrow(u64 a, u64 b) {
  mix((signed char)a), mix((unsigned char)a), mix((short)b), mix((unsigned short)b);
  mix((i32)a), mix((u32)a);
}

static void bits(u64 a) {
  u32 w = a;
  mix(__builtin_popcountll(a)), mix(__builtin_popcount(w));
  mix(__builtin_bswap64(a)), mix(__builtin_bswap32(w));
  if (a)
    mix(__builtin_clzll(a)), mix(__builtin_ctzll(a));
  if (w)
    mix(__builtin_clz(w)), mix(__builtin_ctz(w));
}

static void pairs(u64 a, u64 b, int shift) {
  __int128 s = (__int128)(i64)a * (i64)b;
  unsigned __int128 u = (unsigned __int128)a * b;
  mix(s), mix(s >> 64), mix(u >> 64);
  mix(u >> shift), mix((u << shift) >> 64), mix(s >> (shift + 40));
}

void work(void) {
  for (int i = 0; i < 200; i++) {
    // Numbers of every bit length.
    u64 a = next() >> (next() & 63), b = next() >> (next() & 63);
    int shift = next() & 63;
    wide(a, b, shift), words(a, b, shift & 31), narrow(a, b), bits(a), pairs(a, b, shift);
  }
}
