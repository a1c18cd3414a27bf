//===- Host.c - host calls ------------------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output and abnormal termination of programs.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"
#include "matrix/Support/HostAbi.h"

enum { StandardOutput = 1, StatusOfAbort = 134 };

int64_t hostCall(int64_t number, int64_t file, const void *data,
                 size_t size) __asm__("matrix.role.host_call");
_Noreturn void halt(int64_t status) __asm__("matrix.role.halt");

EXPORT size_t strlen(const char *text) {
  size_t length = 0;
  while (text[length])
    ++length;
  return length;
}

EXPORT int64_t write(int file, const void *data, size_t size) {
  return hostCall(HostWrite, file, data, size);
}

EXPORT int putchar(int letter) {
  char byte = (char)letter;
  return write(StandardOutput, &byte, 1) == 1 ? letter : -1;
}

EXPORT int puts(const char *text) {
  size_t length = strlen(text);
  bool written = write(StandardOutput, text, length) == (int64_t)length;
  return written && putchar('\n') == '\n' ? 0 : -1;
}

EXPORT _Noreturn void abort(void) { halt(StatusOfAbort); }
