// Filters of signal processing on 16-bit data: FIR, IIR, dot products.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 256, TAPS = 32 };
static short input[N + TAPS], coefficients[TAPS], output[N];
static int dot(const short *a, const short *b, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
static void fir(void) {
  for (int i = 0; i < N; ++i) {
    int sum = 0;
    for (int j = 0; j < TAPS; ++j)
      sum += input[i + j] * coefficients[j];
    output[i] = (short)(sum >> 15);
  }
}
static int iir(short *x, int n) {
  int a = 0, b = 0, result = 0;
  for (int i = 0; i < n; ++i) {
    int w = x[i] - ((a * 3 + b * 5) >> 4);
    result += w + (a >> 1) - b;
    b = a, a = w & 0x7fff;
  }
  return result;
}
static void lattice(int *state, const short *k, int n, int value) {
  for (int i = n - 1; i > 0; --i) {
    value -= (state[i - 1] * k[i]) >> 12;
    state[i] = state[i - 1] + ((value * k[i]) >> 12);
  }
  state[0] = value;
}
unsigned long work(void) {
  int state[TAPS] = {0};
  for (int i = 0; i < N + TAPS; ++i)
    input[i] = (short)(i * 167 - 7000);
  for (int i = 0; i < TAPS; ++i)
    coefficients[i] = (short)(i * 311 - 4000);
  unsigned long sum = 0;
  for (int round = 0; round < 40; ++round) {
    fir();
    sum = sum * 7 + (unsigned)dot(output, input, N) + (unsigned)iir(output, N);
    for (int i = 0; i < N; i += 4)
      lattice(state, coefficients, TAPS, output[i]);
    sum += (unsigned)state[5];
  }
  return sum;
}
