// Sieve of Eratosthenes: byte stores at a stride.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { SIZE = 200000, ROUNDS = 40 };
static unsigned char composite[SIZE];

static unsigned long sieve(void) {
  unsigned long count = 0;
  for (unsigned i = 2; i < SIZE; ++i)
    composite[i] = 0;
  for (unsigned i = 2; i < SIZE; ++i) {
    if (composite[i])
      continue;
    ++count;
    for (unsigned j = 2 * i; j < SIZE; j += i)
      composite[j] = 1;
  }
  return count;
}

unsigned long work(void) {
  unsigned long sum = 0;
  for (int round = 0; round < ROUNDS; ++round)
    sum = sum * 31 + sieve();
  return sum;
}
