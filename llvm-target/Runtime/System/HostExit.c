//===- HostExit.c - normal termination ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exit, and the functions that it calls: those registered by atexit and, for
// destructors of static C++ objects, __cxa_atexit.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

enum { MaxHandlers = 128 };

typedef void Handler(void *argument);

static struct {
  Handler *function;
  void *argument;
} handlers[MaxHandlers];
static int count;

void __libc_fini(void); // start-up code
/// Null unless thread-local variables have destructors.
__attribute__((weak)) void __call_thread_destructors(void);
_Noreturn void halt(int64_t status) __asm__("matrix.role.halt");

EXPORT int __cxa_atexit(Handler *function, void *argument, void *library) {
  (void)library;
  if (count == MaxHandlers)
    return -1;
  handlers[count].function = function;
  handlers[count++].argument = argument;
  return 0;
}

static void callWithoutArgument(void *function) {
  ((void (*)(void))function)();
}

EXPORT int atexit(void (*function)(void)) {
  return __cxa_atexit(callWithoutArgument, (void *)function, 0);
}

EXPORT _Noreturn void exit(int status) {
  if (__call_thread_destructors)
    __call_thread_destructors();
  while (count) {
    --count;
    handlers[count].function(handlers[count].argument);
  }
  __libc_fini();
  halt(status);
}
