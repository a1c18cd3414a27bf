// Recursive function: calls, returns, and registers saved on the stack.
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "start.h"

static unsigned long __attribute__((noinline)) fibonacci(unsigned n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

unsigned long work(void) { return fibonacci(32); }
