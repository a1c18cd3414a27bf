//===- csmith.h - library of the programs -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library functions that csmith's programs call, for freestanding programs:
// guarded arithmetic from csmith's own header, and a checksum that puts()
// prints. The checksum is a CRC-32 of the values that the program passes,
// computed bit by bit without a table; two machines agree if they print the
// same line.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CAMPAIGNS_CSMITH_H
#define MATRIX_CAMPAIGNS_CSMITH_H

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>

#define STATIC static
#define UNDEFINED(VALUE) (VALUE)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(X) (safe_##X)
#include "safe_math.h"
#define _CSMITH_BITFIELD(X) ((X) > 32 ? (X) % 32 : (X))

// Programs without arguments print no checksums on the way.
#define printf(...) ((void)0)
#define strcmp(A, B) 1

int puts(const char *);

static uint32_t crc32_context = 0xFFFFFFFFu;

static void crc32_gentab(void) {}
static void platform_main_begin(void) {}

/// CRC-32 of one more byte, without a table.
static void crc32_byte(uint8_t byte) {
  crc32_context ^= byte;
  for (int bit = 0; bit < 8; ++bit)
    crc32_context = crc32_context >> 1 ^ (crc32_context & 1 ? 0xEDB88320u : 0);
}

static void transparent_crc_bytes(char *bytes, int number, char *name,
                                  int flag) {
  for (int i = 0; i < number; ++i)
    crc32_byte(bytes[i]);
}

static void transparent_crc(uint64_t value, char *name, int flag) {
  for (int i = 0; i < 8; ++i)
    crc32_byte(value >> 8 * i);
}

static void platform_main_end(uint32_t checksum, int flag) {
  char text[9] = {0};
  for (int i = 0; i < 8; ++i)
    text[i] = "0123456789abcdef"[checksum >> (28 - 4 * i) & 15];
  puts(text);
}

#endif // MATRIX_CAMPAIGNS_CSMITH_H
