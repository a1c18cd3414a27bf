//===- StringWords.h - strings by words -------------------------*- C -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparison of strings eight bytes at a time. A word that has the null byte
// may have bytes behind it that were never written. newlib compares whole
// words, so that a branch depends on these bytes; here a branch tests whether
// words differ or one has a null byte, which a bit of the null byte decides.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_NEWLIB_STRING_STRINGWORDS_H
#define MATRIX_NEWLIB_STRING_STRINGWORDS_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t __attribute__((may_alias)) Word;

static inline int areAligned(const char *a, const char *b) {
  return ((uintptr_t)a | (uintptr_t)b) % sizeof(Word) == 0;
}

/// Returns whether the words differ or have a null byte: the highest bit of
/// each byte of the second term is set where the byte, and none below it, is 0.
static inline int endsComparison(Word a, Word b) {
  const Word ones = ~(Word)0 / 255;
  return ((a ^ b) | ((a - ones) & ~a & (ones << 7))) != 0;
}

#endif // MATRIX_NEWLIB_STRING_STRINGWORDS_H
