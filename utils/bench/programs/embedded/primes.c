// Counts primes by trial division, and factors: 32-bit remainders.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

static unsigned smallest(unsigned n) {
  if (n % 2 == 0)
    return 2;
  for (unsigned i = 3; i * i <= n; i += 2)
    if (n % i == 0)
      return i;
  return n;
}
static int gcd(int a, int b) {
  while (b) {
    int t = a % b;
    a = b;
    b = t;
  }
  return a;
}
unsigned long work(void) {
  unsigned long count = 0, sum = 0;
  for (unsigned n = 2; n < 20000; ++n) {
    unsigned f = smallest(n);
    count += f == n;
    sum += f;
  }
  for (int i = 1; i < 3000; ++i)
    sum += (unsigned)gcd(i * 77, 65521 % i + 3);
  return count << 40 | sum;
}
