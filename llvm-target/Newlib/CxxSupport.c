//===- CxxSupport.c - functions that compiled C++ calls -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// operator new and delete, by their mangled names, and the entry of pure virtual
// functions in virtual tables. There are no exceptions: without memory a program
// stops.
//
//===----------------------------------------------------------------------===//

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>

#define WEAK __attribute__((weak))

static _Noreturn void stop(const char *message) {
  fputs(message, stderr);
  abort();
}

static void *allocate(size_t size) {
  void *block = malloc(size ? size : 1);
  if (!block)
    stop("operator new: out of memory\n");
  return block;
}

static void *allocateAligned(size_t size, size_t alignment) {
  void *block = memalign(alignment, size ? size : 1);
  if (!block)
    stop("operator new: out of memory\n");
  return block;
}

/// Defines a function under its mangled name.
#define NEW(NAME)                                                              \
  WEAK void *NAME(size_t size) { return allocate(size); }
#define NEW_ALIGNED(NAME)                                                      \
  WEAK void *NAME(size_t size, size_t alignment) {                             \
    return allocateAligned(size, alignment);                                   \
  }
#define DELETE(NAME, ...)                                                      \
  WEAK void NAME(void *block, ##__VA_ARGS__) { free(block); }

NEW(_Znwm)
NEW(_Znam)
NEW_ALIGNED(_ZnwmSt11align_val_t)
NEW_ALIGNED(_ZnamSt11align_val_t)
DELETE(_ZdlPv)
DELETE(_ZdaPv)
DELETE(_ZdlPvm, size_t size)
DELETE(_ZdaPvm, size_t size)
DELETE(_ZdlPvSt11align_val_t, size_t alignment)
DELETE(_ZdaPvSt11align_val_t, size_t alignment)
DELETE(_ZdlPvmSt11align_val_t, size_t size, size_t alignment)
DELETE(_ZdaPvmSt11align_val_t, size_t size, size_t alignment)

WEAK _Noreturn void __cxa_pure_virtual(void) {
  stop("call of a pure virtual function\n");
}
