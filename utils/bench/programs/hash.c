// Hash table: 64-bit multiplications and random accesses.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { SIZE = 1 << 16, KEYS = 50000, ROUNDS = 60 };
static unsigned long keys[SIZE], values[SIZE];

static unsigned place(unsigned long key) {
  return (unsigned)((key * 0x9e3779b97f4a7c15u) >> 48);
}

static unsigned long *find(unsigned long key) {
  unsigned at = place(key);
  while (keys[at] && keys[at] != key)
    at = (at + 1) % SIZE;
  keys[at] = key;
  return &values[at];
}

unsigned long work(void) {
  unsigned long sum = 0;
  for (unsigned long round = 0; round < ROUNDS; ++round)
    for (unsigned long i = 1; i <= KEYS; ++i)
      sum = sum * 31 + (*find(i * i * 2654435761u) += i ^ round);
  return sum;
}
