// Base64 in both directions, with a table and by comparisons.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 3000 };
static const char alphabet[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static unsigned char data[N], back[N + 4];
static char text[N * 4 / 3 + 8];
static unsigned long encode(const unsigned char *from, unsigned long n, char *to) {
  char *start = to;
  for (; n >= 3; n -= 3, from += 3) {
    unsigned x = (unsigned)from[0] << 16 | (unsigned)from[1] << 8 | from[2];
    *to++ = alphabet[x >> 18];
    *to++ = alphabet[x >> 12 & 63];
    *to++ = alphabet[x >> 6 & 63];
    *to++ = alphabet[x & 63];
  }
  if (n) {
    unsigned x = (unsigned)from[0] << 16 | (n == 2 ? (unsigned)from[1] << 8 : 0);
    *to++ = alphabet[x >> 18];
    *to++ = alphabet[x >> 12 & 63];
    *to++ = n == 2 ? alphabet[x >> 6 & 63] : '=';
    *to++ = '=';
  }
  return (unsigned long)(to - start);
}
static int value(char c) {
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}
static unsigned long decode(const char *from, unsigned long n, unsigned char *to) {
  unsigned char *start = to;
  unsigned x = 0;
  int bits = 0;
  for (unsigned long i = 0; i < n; ++i) {
    int v = value(from[i]);
    if (v < 0)
      continue;
    x = x << 6 | (unsigned)v;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      *to++ = (unsigned char)(x >> bits);
    }
  }
  return (unsigned long)(to - start);
}
unsigned long work(void) {
  unsigned long sum = 0;
  for (unsigned round = 0; round < 20; ++round) {
    for (unsigned i = 0; i < N; ++i)
      data[i] = (unsigned char)(i * 37 + round);
    unsigned long n = encode(data, N - round, text);
    unsigned long m = decode(text, n, back);
    for (unsigned long i = 0; i < m; ++i)
      sum += (unsigned long)(back[i] != data[i]) << 40;
    sum += n + m + (unsigned char)text[round * 5];
  }
  return sum;
}
