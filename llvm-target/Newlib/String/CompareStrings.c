//===- CompareStrings.c - strcmp ------------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces newlib's strcmp.c.
//
//===----------------------------------------------------------------------===//

#include "StringWords.h"
#include <string.h>

int strcmp(const char *a, const char *b) {
  if (areAligned(a, b)) {
    const Word *x = (const Word *)a, *y = (const Word *)b;
    while (!endsComparison(*x, *y))
      ++x, ++y;
    a = (const char *)x;
    b = (const char *)y;
  }
  while (*a && *a == *b)
    ++a, ++b;
  return (unsigned char)*a - (unsigned char)*b;
}
