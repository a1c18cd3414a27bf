// Searches in text: naive, Horspool, length, comparison, conversion.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 8192 };
static char text[N];
static unsigned long measure(const char *s) {
  const char *e = s;
  while (*e)
    ++e;
  return (unsigned long)(e - s);
}
static int compare(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return (unsigned char)*a - (unsigned char)*b;
}
static const char *find(const char *s, const char *word) {
  for (; *s; ++s) {
    const char *a = s, *b = word;
    while (*b && *a == *b)
      ++a, ++b;
    if (!*b)
      return s;
  }
  return 0;
}
static long horspool(const char *s, long n, const char *word, long m) {
  long skip[256];
  for (int i = 0; i < 256; ++i)
    skip[i] = m;
  for (long i = 0; i + 1 < m; ++i)
    skip[(unsigned char)word[i]] = m - 1 - i;
  for (long at = 0; at + m <= n; at += skip[(unsigned char)s[at + m - 1]]) {
    long i = m - 1;
    while (i >= 0 && s[at + i] == word[i])
      --i;
    if (i < 0)
      return at;
  }
  return -1;
}
static int upper(char *s) {
  int changed = 0;
  for (; *s; ++s)
    if (*s >= 'a' && *s <= 'z') {
      *s = (char)(*s - 32);
      ++changed;
    }
  return changed;
}
static int number(char *to, unsigned long value) {
  char digits[24];
  int n = 0;
  do
    digits[n++] = (char)('0' + value % 10);
  while (value /= 10);
  for (int i = 0; i < n; ++i)
    to[i] = digits[n - 1 - i];
  return n;
}
unsigned long work(void) {
  unsigned x = 7;
  for (int i = 0; i < N - 1; ++i) {
    x = x * 1664525u + 1013904223u;
    text[i] = (char)('a' + (x >> 24) % 11);
  }
  const char word[] = "zebra";
  for (int i = 0; i < 5; ++i)
    text[N - 20 + i] = word[i];
  unsigned long sum = 0;
  for (int round = 0; round < 12; ++round) {
    sum += measure(text) + (unsigned long)(find(text, word) - text);
    sum += (unsigned long)horspool(text, N - 1, word, 5);
    sum += (unsigned long)(compare(text, text + round * 3) + 256);
    for (int i = 0; i < 60; ++i)
      sum += (unsigned)number(text + 30 + round * 20, sum);
  }
  return sum * 31 + (unsigned)upper(text);
}
