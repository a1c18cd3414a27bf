// Kernels of f32: product of matrices, convolution, softmax-like sums.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../start.h"

enum { N = 24 };
static float a[N][N], b[N][N], c[N][N];
static float exponential(float x) {
  float y = 1.0f + x * (1.0f / 256.0f);
  for (int i = 0; i < 8; ++i)
    y *= y;
  return y;
}
static void product(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      float sum = 0;
      for (int k = 0; k < N; ++k)
        sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}
static void smooth(void) {
  for (int i = 1; i + 1 < N; ++i)
    for (int j = 1; j + 1 < N; ++j)
      a[i][j] = 0.2f * (c[i][j] + c[i - 1][j] + c[i + 1][j] + c[i][j - 1] + c[i][j + 1]);
}
static float normalize(float *row) {
  float largest = row[0], sum = 0;
  for (int i = 1; i < N; ++i)
    largest = row[i] > largest ? row[i] : largest;
  for (int i = 0; i < N; ++i)
    sum += row[i] = exponential(row[i] - largest);
  for (int i = 0; i < N; ++i)
    row[i] /= sum;
  return largest;
}
unsigned long work(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      a[i][j] = (float)((i * 7 + j * 3) % 11) * 0.125f;
      b[i][j] = (float)((i + j * 5) % 13) * 0.0625f;
    }
  double total = 0;
  for (int round = 0; round < 20; ++round) {
    product();
    smooth();
    for (int i = 0; i < N; ++i)
      total += normalize(a[i]) + a[i][round % N];
  }
  return (unsigned long)(total * 1e6);
}
