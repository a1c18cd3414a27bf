// SHA-256: rotations, sums of 32 bits, an unrolled schedule.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static unsigned k[64];
static unsigned rotate(unsigned x, int n) { return x >> n | x << (32 - n); }
static void compress(unsigned *h, const unsigned char *p) {
  unsigned w[64], s[8];
  for (int i = 0; i < 16; ++i)
    w[i] = (unsigned)p[4 * i] << 24 | (unsigned)p[4 * i + 1] << 16 |
           (unsigned)p[4 * i + 2] << 8 | p[4 * i + 3];
  for (int i = 16; i < 64; ++i) {
    unsigned a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
           (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
  }
  for (int i = 0; i < 8; ++i)
    s[i] = h[i];
  for (int i = 0; i < 64; ++i) {
    unsigned e = s[4], a = s[0];
    unsigned t = s[7] + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                 ((e & s[5]) ^ (~e & s[6])) + k[i] + w[i];
    unsigned u = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                 ((a & s[1]) ^ (a & s[2]) ^ (s[1] & s[2]));
    s[7] = s[6], s[6] = s[5], s[5] = e, s[4] = s[3] + t;
    s[3] = s[2], s[2] = s[1], s[1] = a, s[0] = t + u;
  }
  for (int i = 0; i < 8; ++i)
    h[i] += s[i];
}
unsigned long work(void) {
  unsigned h[8];
  unsigned char block[64];
  for (unsigned i = 0; i < 64; ++i) {
    k[i] = 0x428a2f98u * (2 * i + 1);
    block[i] = (unsigned char)(i * 5);
  }
  for (unsigned i = 0; i < 8; ++i)
    h[i] = 0x6a09e667u + i;
  for (int i = 0; i < 500; ++i)
    compress(h, block);
  return (unsigned long)h[0] << 32 | (h[3] ^ h[7]);
}
