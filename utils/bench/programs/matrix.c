// Product of integer matrices: multiplications and additions.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { SIZE = 128, ROUNDS = 7 };
static int a[SIZE][SIZE], b[SIZE][SIZE], c[SIZE][SIZE];

unsigned long work(void) {
  for (int i = 0; i < SIZE; ++i)
    for (int j = 0; j < SIZE; ++j)
      a[i][j] = i - j, b[i][j] = i ^ j;
  for (int round = 0; round < ROUNDS; ++round)
    for (int i = 0; i < SIZE; ++i)
      for (int j = 0; j < SIZE; ++j) {
        int sum = c[i][j];
        for (int k = 0; k < SIZE; ++k)
          sum += a[i][k] * b[k][j];
        c[i][j] = sum;
      }
  unsigned long sum = 0;
  for (int i = 0; i < SIZE; ++i)
    sum = sum * 31 + (unsigned)c[i][SIZE - 1 - i];
  return sum;
}
