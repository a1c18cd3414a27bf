// AES-128 with one table and an S-box: byte extraction, table look-ups.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static unsigned char sbox[256];
static unsigned table[256], key[44];
static unsigned char multiply(unsigned char a, unsigned char b) {
  unsigned char p = 0;
  for (; b; b >>= 1) {
    if (b & 1)
      p ^= a;
    a = (unsigned char)((a << 1) ^ (a & 0x80 ? 0x1b : 0));
  }
  return p;
}
static unsigned rotate(unsigned x, int n) { return x << n | x >> (32 - n); }
static void prepare(void) {
  for (int i = 0; i < 256; ++i) {
    unsigned char inverse = 0;
    for (int j = 1; j < 256 && i; ++j)
      if (multiply((unsigned char)i, (unsigned char)j) == 1)
        inverse = (unsigned char)j;
    unsigned char s = inverse;
    for (int k = 1; k < 5; ++k)
      s ^= (unsigned char)(inverse << k | inverse >> (8 - k));
    sbox[i] = s ^ 0x63;
    table[i] = (unsigned)multiply(sbox[i], 2) | (unsigned)sbox[i] << 8 |
               (unsigned)sbox[i] << 16 | (unsigned)multiply(sbox[i], 3) << 24;
  }
  unsigned round = 1;
  for (unsigned i = 0; i < 44; ++i) {
    if (i < 4) {
      key[i] = 0x01020304u * (i + 1);
      continue;
    }
    unsigned t = key[i - 1];
    if (i % 4 == 0) {
      t = rotate(t, 24);
      t = (unsigned)sbox[t & 255] | (unsigned)sbox[t >> 8 & 255] << 8 |
          (unsigned)sbox[t >> 16 & 255] << 16 | (unsigned)sbox[t >> 24] << 24;
      t ^= round;
      round = multiply((unsigned char)round, 2);
    }
    key[i] = key[i - 4] ^ t;
  }
}
static void encrypt(unsigned *block) {
  unsigned a[4], b[4];
  for (int i = 0; i < 4; ++i)
    a[i] = block[i] ^ key[i];
  for (int round = 1; round < 10; ++round) {
    for (int i = 0; i < 4; ++i)
      b[i] = table[a[i] & 255] ^ rotate(table[a[(i + 1) & 3] >> 8 & 255], 8) ^
             rotate(table[a[(i + 2) & 3] >> 16 & 255], 16) ^
             rotate(table[a[(i + 3) & 3] >> 24], 24) ^ key[4 * round + i];
    for (int i = 0; i < 4; ++i)
      a[i] = b[i];
  }
  for (int i = 0; i < 4; ++i)
    block[i] = ((unsigned)sbox[a[i] & 255] |
                (unsigned)sbox[a[(i + 1) & 3] >> 8 & 255] << 8 |
                (unsigned)sbox[a[(i + 2) & 3] >> 16 & 255] << 16 |
                (unsigned)sbox[a[(i + 3) & 3] >> 24] << 24) ^
               key[40 + i];
}
unsigned long work(void) {
  prepare();
  unsigned block[4] = {1, 2, 3, 4};
  for (int i = 0; i < 3000; ++i)
    encrypt(block);
  return (unsigned long)block[0] << 32 | (block[1] ^ block[2] ^ block[3]);
}
