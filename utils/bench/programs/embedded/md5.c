// MD5-like rounds: functions of three words, rotations by a table.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static const unsigned char amounts[16] = {7, 12, 17, 22, 5, 9,  14, 20,
                                          4, 11, 16, 23, 6, 10, 15, 21};
static unsigned constants[64];
static void transform(unsigned *state, const unsigned *x) {
  unsigned a = state[0], b = state[1], c = state[2], d = state[3];
  for (unsigned i = 0; i < 64; ++i) {
    unsigned f, g;
    if (i < 16)
      f = (b & c) | (~b & d), g = i;
    else if (i < 32)
      f = (d & b) | (~d & c), g = (5 * i + 1) & 15;
    else if (i < 48)
      f = b ^ c ^ d, g = (3 * i + 5) & 15;
    else
      f = c ^ (b | ~d), g = (7 * i) & 15;
    f += a + constants[i] + x[g];
    unsigned n = amounts[(i >> 4) * 4 + (i & 3)];
    a = d, d = c, c = b, b += f << n | f >> (32 - n);
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
}
unsigned long work(void) {
  unsigned state[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476}, x[16];
  for (unsigned i = 0; i < 64; ++i)
    constants[i] = 0xd76aa478u * (i + 1) ^ i << 13;
  for (unsigned i = 0; i < 16; ++i)
    x[i] = i * 0x01010101u;
  for (int i = 0; i < 1500; ++i)
    transform(state, x);
  return (unsigned long)(state[0] ^ state[2]) << 32 | (state[1] + state[3]);
}
