// 64-bit arithmetic of software: division by shifts, square roots, fixed point.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static unsigned long divide(unsigned long a, unsigned long b) {
  unsigned long q = 0, r = 0;
  for (int i = 63; i >= 0; --i) {
    r = r << 1 | (a >> i & 1);
    if (r >= b) {
      r -= b;
      q |= 1ul << i;
    }
  }
  return q;
}
static unsigned long root(unsigned long x) {
  unsigned long r = 0, bit = 1ul << 62;
  while (bit > x)
    bit >>= 2;
  for (; bit; bit >>= 2) {
    if (x >= r + bit) {
      x -= r + bit;
      r = (r >> 1) + bit;
    } else {
      r >>= 1;
    }
  }
  return r;
}
static unsigned long power(unsigned long base, unsigned long n, unsigned long m) {
  unsigned long result = 1;
  for (; n; n >>= 1) {
    if (n & 1)
      result = (unsigned long)((unsigned __int128)result * base >> 3) % m;
    base = (unsigned long)((unsigned __int128)base * base >> 5) % m;
  }
  return result;
}
static unsigned reverse(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; ++i, x >>= 1)
    r = r << 1 | (x & 1);
  return r;
}
unsigned long work(void) {
  unsigned long sum = 0, x = 88172645463325252ul;
  for (int i = 0; i < 1200; ++i) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    sum += divide(x, (x >> 40) + 3) ^ root(x);
    sum = (sum << 7 | sum >> 57) ^ power(x, 0xfedcba, 0x7fffffff1ul);
    sum += reverse((unsigned)x) + (unsigned)__builtin_clz((unsigned)x | 1) + (unsigned)__builtin_ctzl(x);
  }
  return sum;
}
