// N-body simulation: f64 arithmetic with a square root and a division.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

enum { BODIES = 5, STEPS = 150000 };
static double position[BODIES][3], velocity[BODIES][3], mass[BODIES];

static void step(double time) {
  for (int i = 0; i < BODIES; ++i)
    for (int j = i + 1; j < BODIES; ++j) {
      double d[3], square = 0;
      for (int k = 0; k < 3; ++k) {
        d[k] = position[i][k] - position[j][k];
        square += d[k] * d[k];
      }
      double force = time / (square * __builtin_sqrt(square));
      for (int k = 0; k < 3; ++k) {
        velocity[i][k] -= d[k] * mass[j] * force;
        velocity[j][k] += d[k] * mass[i] * force;
      }
    }
  for (int i = 0; i < BODIES; ++i)
    for (int k = 0; k < 3; ++k)
      position[i][k] += time * velocity[i][k];
}

unsigned long work(void) {
  for (int i = 0; i < BODIES; ++i) {
    mass[i] = 1 + i * 0.5;
    for (int k = 0; k < 3; ++k) {
      position[i][k] = (i + 1) * (k + 1) * 3.0 - i * i;
      velocity[i][k] = 0.01 * (i - k);
    }
  }
  for (int i = 0; i < STEPS; ++i)
    step(0.001);
  return (unsigned long)(long)(position[0][0] * 1e9);
}
