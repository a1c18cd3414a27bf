// Addresses: base and scaled index, unsigned indices, shared globals, structures.
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

#define EXPECTED 0xf3be5a2dda77be7bu
#include "Inputs/Mix.h"

enum { N = 64 };
static int8_t bytes[N];
static uint8_t ubytes[N];
static int16_t halves[N];
static uint16_t uhalves[N];
static i32 words[N];
static u32 uwords[N];
static u64 longs[N];
static float floats[N];
static double doubles[N];
static struct { int a; short b; char c; } things[N];
static u64 rows[N / 8][8];
int first = 1, second = 2;
static int third = 3, fourth = 4;

static NOINLINE void fill(unsigned i, u64 x) {
  bytes[i] = (int8_t)x, ubytes[i] = (uint8_t)(x >> 8), halves[i] = (int16_t)x, uhalves[i] = (uint16_t)(x >> 5);
  words[i] = (i32)x, uwords[i] = (u32)(x >> 9), longs[i] = x;
  floats[i] = (float)(i32)x, doubles[i] = (double)(i64)x;
  things[i].a = (int)x, things[i].b = (short)(x >> 3), things[i].c = (char)(x >> 7);
}

static NOINLINE void show(long i, const u64 *base, const char *text) {
  mix((u64)bytes[i]), mix(ubytes[i]), mix((u64)halves[i]), mix(uhalves[i]);
  mix((u64)words[i]), mix(uwords[i]), mix(longs[i]), mixFloat(floats[i]), mixDouble(doubles[i]);
  mix((u64)things[i].a), mix((u64)things[i].b), mix((u64)things[i].c);
  mix(base[i]), mix(base[i] + base[i ^ 1]), mix((u64)text[i & 7]), mix(base[7 - (i & 7)]);
}

static NOINLINE u64 sums(const i32 *a, const i32 *b, int n, int stride) {
  u64 sum = 0;
  for (int i = 0; i < n; ++i)
    sum += (u64)((i64)a[i] * b[i * stride % N]);
  for (unsigned i = 0; i < (unsigned)n; ++i)
    sum ^= rows[i / 8][i & 7] + (u64)words[(unsigned)(n - 1) - i];
  return sum;
}

static NOINLINE void update(int *p, unsigned i) {
  p[i] += third++;
  p[i + 1] ^= fourth--;
  first += second;
  second ^= third;
  rows[i / 8][i % 8] = (u64)(p[i] + first);
}

void work(void) {
  for (unsigned i = 0; i < N; i++)
    fill(i, next());
  for (long i = 0; i < N; i++)
    show(i, longs, "indexed");
  for (unsigned i = 0; i < N - 1; i++)
    update(words, i);
  for (int n = 1; n < N; n += 7)
    mix(sums(words, (const i32 *)uwords, n, n));
  mix((u64)first), mix((u64)second), mix((u64)third), mix((u64)fourth);
}
