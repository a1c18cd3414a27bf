//===- Memory.c - memory block functions ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Copies words if both blocks have the same misalignment, else bytes.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

typedef uint64_t Word __attribute__((may_alias));
enum { WordSize = sizeof(Word) };

static bool sameAlignment(const void *a, const void *b) {
  return (((uintptr_t)a ^ (uintptr_t)b) & (WordSize - 1)) == 0;
}
static bool isAligned(const void *p) {
  return ((uintptr_t)p & (WordSize - 1)) == 0;
}

static void copyForward(uint8_t *to, const uint8_t *from, size_t size) {
  if (sameAlignment(to, from)) {
    for (; size && !isAligned(to); --size)
      *to++ = *from++;
    for (; size >= WordSize; size -= WordSize, to += WordSize, from += WordSize)
      *(Word *)to = *(const Word *)from;
  }
  for (; size; --size)
    *to++ = *from++;
}

static void copyBackward(uint8_t *to, const uint8_t *from, size_t size) {
  to += size;
  from += size;
  if (sameAlignment(to, from)) {
    for (; size && !isAligned(to); --size)
      *--to = *--from;
    for (; size >= WordSize; size -= WordSize)
      *(Word *)(to -= WordSize) = *(const Word *)(from -= WordSize);
  }
  for (; size; --size)
    *--to = *--from;
}

EXPORT void *RUNTIME_NAME(memcpy)(void *to, const void *from, size_t size) {
  copyForward(to, from, size);
  return to;
}

EXPORT void *RUNTIME_NAME(memmove)(void *to, const void *from, size_t size) {
  if ((uintptr_t)to - (uintptr_t)from < size)
    copyBackward(to, from, size);
  else
    copyForward(to, from, size);
  return to;
}

EXPORT void *RUNTIME_NAME(memset)(void *to, int value, size_t size) {
  uint8_t *p = to;
  Word pattern = (uint8_t)value * (UINT64_MAX / 255);
  for (; size && !isAligned(p); --size)
    *p++ = (uint8_t)value;
  for (; size >= WordSize; size -= WordSize, p += WordSize)
    *(Word *)p = pattern;
  for (; size; --size)
    *p++ = (uint8_t)value;
  return to;
}

EXPORT int RUNTIME_NAME(memcmp)(const void *a, const void *b, size_t size) {
  const uint8_t *p = a, *q = b;
  for (; size; --size, ++p, ++q)
    if (*p != *q)
      return *p < *q ? -1 : 1;
  return 0;
}

EXPORT int RUNTIME_NAME(bcmp)(const void *a, const void *b, size_t size) {
  return RUNTIME_NAME(memcmp)(a, b, size);
}
