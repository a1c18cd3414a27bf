// Integer matrix product by the textbook: three loops, columns by stride.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 40 };
static int a[N][N], b[N][N], c[N][N];
unsigned long work(void) {
  int seed = 0;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      seed = (seed * 133 + 81) % 8095;
      a[i][j] = seed;
      b[i][j] = seed ^ j;
    }
  unsigned long sum = 0;
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < N; ++i)
      for (int j = 0; j < N; ++j) {
        c[i][j] = 0;
        for (int k = 0; k < N; ++k)
          c[i][j] += a[i][k] * b[k][j];
      }
    for (int i = 0; i < N; ++i)
      sum = sum * 31 + (unsigned)c[i][(i + round) % N];
    a[round][round] += 1;
  }
  return sum;
}
