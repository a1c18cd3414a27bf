// Heap sort: dependent loads and comparisons.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { SIZE = 100000, ROUNDS = 5 };
static int data[SIZE];

static void sink(int *a, int root, int end) {
  int value = a[root];
  while (2 * root + 1 < end) {
    int child = 2 * root + 1;
    if (child + 1 < end && a[child] < a[child + 1])
      ++child;
    if (a[child] <= value)
      break;
    a[root] = a[child];
    root = child;
  }
  a[root] = value;
}

static void sort(int *a, int size) {
  for (int i = size / 2; i-- > 0;)
    sink(a, i, size);
  for (int end = size - 1; end > 0; --end) {
    int last = a[end];
    a[end] = a[0];
    a[0] = last;
    sink(a, 0, end);
  }
}

unsigned long work(void) {
  unsigned seed = 1;
  unsigned long sum = 0;
  for (int round = 0; round < ROUNDS; ++round) {
    for (int i = 0; i < SIZE; ++i)
      data[i] = (int)(seed = seed * 1664525 + 1013904223) >> 4;
    sort(data, SIZE);
    for (int i = 0; i < SIZE; i += 1000)
      sum = sum * 31 + (unsigned)data[i];
  }
  return sum;
}
