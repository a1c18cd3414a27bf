// Reed-Solomon blocks as in a QR code: logarithm tables, bit matrices.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { DATA = 80, CHECK = 26, SIDE = 45 };
static unsigned char exponent[512], logarithm[256], generator[CHECK + 1];
static unsigned char frame[SIDE * SIDE], bits[(SIDE * SIDE + 7) / 8];
static void tables(void) {
  unsigned x = 1;
  for (unsigned i = 0; i < 255; ++i) {
    exponent[i] = exponent[i + 255] = (unsigned char)x;
    logarithm[x] = (unsigned char)i;
    x <<= 1;
    if (x & 0x100)
      x ^= 0x11d;
  }
  generator[0] = 1;
  for (int i = 0; i < CHECK; ++i) {
    generator[i + 1] = 1;
    for (int j = i; j > 0; --j)
      generator[j] = generator[j] ? generator[j - 1] ^ exponent[(logarithm[generator[j]] + i) % 255]
                                  : generator[j - 1];
    generator[0] = exponent[(logarithm[generator[0]] + i) % 255];
  }
}
static void remainder(const unsigned char *data, unsigned char *check) {
  for (int i = 0; i < CHECK; ++i)
    check[i] = 0;
  for (int i = 0; i < DATA; ++i) {
    unsigned char factor = data[i] ^ check[0];
    for (int j = 0; j + 1 < CHECK; ++j)
      check[j] = check[j + 1];
    check[CHECK - 1] = 0;
    if (factor)
      for (int j = 0; j < CHECK; ++j)
        check[j] ^= exponent[logarithm[generator[CHECK - 1 - j]] + logarithm[factor]];
  }
}
static int penalty(void) {
  int total = 0;
  for (int y = 0; y < SIDE; ++y) {
    int run = 0;
    for (int x = 1; x < SIDE; ++x) {
      int at = y * SIDE + x;
      run = frame[at] == frame[at - 1] ? run + 1 : 0;
      total += run >= 5 ? run - 2 : 0;
      if (y && frame[at] == frame[at - SIDE] && frame[at] == frame[at - 1])
        total += 3;
    }
  }
  return total;
}
unsigned long work(void) {
  unsigned char data[DATA], check[CHECK];
  unsigned long sum = 0;
  tables();
  for (int round = 0; round < 12; ++round) {
    for (int i = 0; i < DATA; ++i)
      data[i] = (unsigned char)(i * 7 + round * 13);
    remainder(data, check);
    for (int i = 0; i < CHECK; ++i)
      sum = sum * 31 + check[i];
    for (int i = 0; i < SIDE * SIDE; ++i) {
      int bit = (data[i % DATA] >> (i & 7) & 1) ^ ((i / SIDE + i % SIDE + round) % 3 == 0);
      frame[i] = (unsigned char)bit;
      if (bit)
        bits[i >> 3] |= (unsigned char)(1 << (i & 7));
      else
        bits[i >> 3] &= (unsigned char)~(1 << (i & 7));
    }
    sum += (unsigned)penalty();
    for (unsigned i = 0; i < sizeof bits; ++i)
      sum += (unsigned)__builtin_popcount(bits[i]);
  }
  return sum;
}
