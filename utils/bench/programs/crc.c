// Table-driven CRC: byte loads and shifts.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { SIZE = 65536, ROUNDS = 160 };
static unsigned table[256];
static unsigned char data[SIZE];

unsigned long work(void) {
  for (unsigned i = 0; i < 256; ++i) {
    unsigned c = i;
    for (int bit = 0; bit < 8; ++bit)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  for (unsigned i = 0; i < SIZE; ++i)
    data[i] = (unsigned char)(i * 7 + (i >> 8));
  unsigned crc = ~0u;
  for (int round = 0; round < ROUNDS; ++round)
    for (unsigned i = 0; i < SIZE; ++i)
      crc = table[(crc ^ data[i]) & 255] ^ (crc >> 8);
  return ~crc;
}
