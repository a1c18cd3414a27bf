// Rotations, single bits, bit fields, masks, division and products of 32 bits.
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

#define EXPECTED 0x3afc191e83d7df0cu
#include "Inputs/Mix.h"

static void rotations(u64 a, u32 w, unsigned n) {
  mix(a << (n & 63) | a >> (-n & 63)), mix(a >> (n & 63) | a << (-n & 63));
  mix(w << (n & 31) | w >> (-n & 31)), mix(w >> (n & 31) | w << (-n & 31));
  mix(a << 13 | a >> 51), mix(w << 7 | w >> 25), mix((i32)(w >> 9 | w << 23));
  mix(__builtin_bswap64(a)), mix(__builtin_bswap32(w)), mix(__builtin_bswap16((uint16_t)a));
}

static void single(u64 a, u32 w, unsigned n) {
  mix(a >> (n & 63) & 1), mix(a | 1ul << (n & 63)), mix(a & ~(1ul << (n & 63))), mix(a ^ 1ul << (n & 63));
  mix(w >> (n & 31) & 1), mix(w | 1u << (n & 31)), mix(w & ~(1u << (n & 31))), mix(w ^ 1u << (n & 31));
  mix(a | 1ul << 40), mix(a & ~(1ul << 33)), mix(a ^ 1ul << 63), mix(a >> 47 & 1);
  mix(w | 1u << 31), mix(w & ~(1u << 20)), mix(w ^ 1u << 17), mix(a & 1ul << 35 ? w : n);
}

static void fields(u64 a, u32 w) {
  mix(a >> 8 & 255), mix(a >> 20 & 0xfffff), mix(a >> 3 & 0x7fffffffffff), mix(a & 0xffffff), mix(w >> 24);
  mix((a & 0xff0000) >> 16), mix((w & 0xffffff00) >> 8), mix(w >> 12 & 0xfff), mix((a & 0xfffffff0) >> 4);
  mix((i64)(a << 20) >> 40), mix((int8_t)(a >> 16)), mix((int16_t)(w >> 8)), mix((i32)(a >> 17));
  mix((i32)w >> 5), mix((int16_t)w >> 3), mix((int8_t)w >> 2), mix((i64)a >> 63);
  mix(a & ~7ul), mix(a & ~0xff00ul), mix(a & 0xffffffff0000ffff), mix(w & ~15u), mix(a & -4096);
  mix(a | 0xff0000), mix(a | ~0xfffful), mix(a ^ ~0ul), mix(~w), mix(a ^ 0xffff0000);
}

static void logic(u64 a, u64 b, u32 v, u32 w) {
  mix(a & ~b), mix(a | ~b), mix(~(a ^ b)), mix(v & ~w), mix(v | ~w), mix(~(v ^ w));
  mix((a & b) == b), mix((a & ~b) != 0), mix(a == 5), mix(a != 40000), mix((i64)a == -7), mix((i32)v != -3);
  mix(a == 77 ? b : a), mix((i64)a != -9 ? b : v), mix((i64)a >= (i64)b ? v : w), mix(a <= b ? w : v);
}

static void words(u32 v, u32 w, unsigned n) {
  i32 a = (i32)v, b = (i32)w;
  mix(v << (n & 31)), mix(v >> (n & 31)), mix(a >> (n & 31));
  if (w)
    mix(v / w), mix(v % w);
  if (b > 0)
    mix(a / b), mix(a % b);
  mix(v ? __builtin_clz(v) : 0), mix(v ? __builtin_ctz(v) : 0), mix(__builtin_popcount(v));
  mix(v * w + n), mix(n - v * w), mix(v * 3), mix(v * 5), mix(v * 9);
}

static NOINLINE u64 loop(i32 from, i32 to, const i32 *step) {
  u64 sum = 0;
  for (i32 i = from; i < to; i = (i32)((u32)i * 2u + (u32)step[i & 3])) // signs at phis
    sum = sum * 3 + (u64)(i64)i;
  return sum;
}

void work(void) {
  static const i32 steps[] = {1, 3, 2, 5};
  for (int i = 0; i < 200; i++) {
    u64 a = next() >> (next() & 63), b = next() >> (next() & 63);
    unsigned n = (unsigned)next();
    rotations(a, (u32)b, n), single(a, (u32)b, n), fields(a, (u32)b), logic(a, b, (u32)a, (u32)b);
    words((u32)a, (u32)b, n);
    mix(a * b + n), mix(n - a * b), mix(a * 3), mix(a * 5 + b), mix(a * 9);
    mix(loop((i32)(a & 15), (i32)(b & 0xffff), steps));
  }
}
