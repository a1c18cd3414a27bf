//===- ThreadExit.c - destructors of thread-local variables ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// __cxa_thread_atexit, which C++ calls for each thread-local object that has a
// destructor. The start-up code runs the destructors of a core when its main has
// returned, and exit before all other functions. That of newlib does not: there
// those of core 0, which alone may use the C library, are registered with atexit.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

enum { MaxDestructors = 64 };

typedef void Destructor(void *object);

static __thread struct {
  Destructor *function;
  void *object;
} destructors[MaxDestructors];
static __thread int count;

int64_t core(void) __asm__("matrix.csr.core");
/// Defined by the port of newlib; null without it.
__attribute__((weak)) void __register_thread_exit(void);

/// Runs the destructors of this core, the last one first. A destructor may
/// register others.
EXPORT void __call_thread_destructors(void) {
  while (count) {
    --count;
    destructors[count].function(destructors[count].object);
  }
}

EXPORT int __cxa_thread_atexit(Destructor *function, void *object,
                               void *library) {
  (void)library;
  if (count == MaxDestructors)
    return -1;
  if (count == 0 && core() == 0 && __register_thread_exit)
    __register_thread_exit();
  destructors[count].function = function;
  destructors[count++].object = object;
  return 0;
}
