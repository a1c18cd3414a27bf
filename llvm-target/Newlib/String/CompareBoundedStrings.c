//===- CompareBoundedStrings.c - strncmp ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces newlib's strncmp.c.
//
//===----------------------------------------------------------------------===//

#include "StringWords.h"
#include <string.h>

int strncmp(const char *a, const char *b, size_t size) {
  if (areAligned(a, b)) {
    const Word *x = (const Word *)a, *y = (const Word *)b;
    for (; size >= sizeof(Word) && !endsComparison(*x, *y);
         size -= sizeof(Word))
      ++x, ++y;
    a = (const char *)x;
    b = (const char *)y;
  }
  for (; size && *a && *a == *b; --size)
    ++a, ++b;
  return size ? (unsigned char)*a - (unsigned char)*b : 0;
}
