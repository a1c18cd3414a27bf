// Calls through pointers, small functions, recursion, structures by value.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

struct Shape { long (*area)(const struct Shape *); int width, height; };
struct Pair { long a, b; };
static volatile int zero;
static __attribute__((noinline)) long box(const struct Shape *s) { return (long)s->width * s->height; }
static __attribute__((noinline)) long disk(const struct Shape *s) { return (long)s->width * s->width * 3; }
static __attribute__((noinline)) long area(const struct Shape *s) { return s->area(s); }
static __attribute__((noinline)) struct Pair add(struct Pair x, struct Pair y) {
  return (struct Pair){x.a + y.b, x.b + y.a};
}
static __attribute__((noinline)) int checked(const struct Shape *s, int limit) {
  if (s->width < limit)
    return 0;
  return (int)area(s) + (int)box(s) + zero;
}
static __attribute__((noinline)) unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0)
    return n + 1;
  return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}
static __attribute__((noinline)) int even(unsigned n);
static __attribute__((noinline)) int odd(unsigned n) { return n == 0 ? zero : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 + zero : odd(n - 1); }
static void permute(int *a, int n, unsigned long *sum) {
  if (n == 1) {
    *sum = *sum * 3 + (unsigned)a[0] + 2 * (unsigned)a[1];
    return;
  }
  for (int i = 0; i < n; ++i) {
    permute(a, n - 1, sum);
    int j = n & 1 ? 0 : i, t = a[j];
    a[j] = a[n - 1];
    a[n - 1] = t;
  }
}
unsigned long work(void) {
  struct Shape shapes[8];
  struct Pair p = {1, 2};
  unsigned long sum = 0;
  int numbers[7] = {1, 2, 3, 4, 5, 6, 7};
  for (int i = 0; i < 8; ++i)
    shapes[i] = (struct Shape){i & 1 ? box : disk, i + 2, 9 - i};
  for (int i = 0; i < 8000; ++i) {
    sum += (unsigned long)area(&shapes[i & 7]) + (unsigned)checked(&shapes[i & 7], i & 15);
    p = add(p, (struct Pair){i, 3});
  }
  sum += ackermann(2, 60) + (unsigned)even(4000);
  permute(numbers, 7, &sum);
  return sum + (unsigned long)(p.a ^ p.b);
}
