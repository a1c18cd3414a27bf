//===- StackProtector.c - stack protector ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The variable and the function that -fstack-protector uses. Runs are
// repeatable: the guard is a constant, whose zero byte ends strings.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

EXPORT uintptr_t __stack_chk_guard = 0x5bd1e995c3a50017 & ~(uintptr_t)0xff00;

int puts(const char *text);
_Noreturn void abort(void);

EXPORT _Noreturn void __stack_chk_fail(void) {
  puts("stack smashing detected");
  abort();
}
