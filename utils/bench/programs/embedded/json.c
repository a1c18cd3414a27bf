// A JSON scanner: character classes, recursion, numbers.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static const char *at;
static unsigned long tokens, total;
static void space(void) {
  while (*at == ' ' || *at == '\n' || *at == '\t')
    ++at;
}
static int string(void) {
  unsigned h = 0;
  if (*at != '"')
    return 0;
  for (++at; *at != '"'; ++at) {
    if (*at == 0)
      return 0;
    if (*at == '\\')
      ++at;
    h = h * 33 + (unsigned char)*at;
  }
  ++at;
  total += h;
  return 1;
}
static int number(void) {
  double v = 0, scale = 1;
  int negative = *at == '-';
  at += negative;
  if (*at < '0' || *at > '9')
    return 0;
  while (*at >= '0' && *at <= '9')
    v = v * 10 + (*at++ - '0');
  if (*at == '.')
    for (++at; *at >= '0' && *at <= '9'; ++at)
      v += (*at - '0') * (scale *= 0.5);
  total += (unsigned long)(long)(negative ? -v : v);
  return 1;
}
static int word(const char *w) {
  while (*w)
    if (*at++ != *w++)
      return 0;
  return 1;
}
static int value(void);
static int sequence(char end, int keyed) {
  ++at;
  space();
  if (*at == end) {
    ++at;
    return 1;
  }
  for (;;) {
    space();
    if (keyed) {
      if (!string())
        return 0;
      space();
      if (*at++ != ':')
        return 0;
    }
    if (!value())
      return 0;
    space();
    if (*at == end) {
      ++at;
      return 1;
    }
    if (*at++ != ',')
      return 0;
  }
}
static int value(void) {
  space();
  ++tokens;
  switch (*at) {
  case '{': return sequence('}', 1);
  case '[': return sequence(']', 0);
  case '"': return string();
  case 't': return word("true");
  case 'f': return word("false");
  case 'n': return word("null");
  default: return number();
  }
}
static const char document[] =
    "{\"name\": \"matrix\", \"sizes\": [1, 2, 3, 40.25, -17, 1024, 65536.5], \"nested\": "
    "{\"deep\": [[[[true, false, null]]], {\"x\": {\"y\": [\"a\", \"bc\", \"d\\\"e\"]}}], \"empty\": "
    "{}, \"none\": []},\n  \"text\": \"the quick brown fox jumps over the lazy dog\", \"last\": 1}";
unsigned long work(void) {
  unsigned long good = 0;
  for (int i = 0; i < 1500; ++i) {
    at = document;
    good += (unsigned)value();
  }
  return good << 48 ^ tokens << 20 ^ total;
}
