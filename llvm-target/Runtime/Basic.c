//===- Basic.c - functions of one instruction -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of math.h that are one instruction or a short sequence, which LLVM
// selects for a builtin of the compiler.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

/// Defines name and namef by compiler builtins, which llc selects as
/// instructions.
#define EXPORT_INSTRUCTION1(NAME, BUILTIN)                                     \
  EXPORT double RUNTIME_NAME(NAME)(double x) { return BUILTIN(x); }            \
  EXPORT float RUNTIME_NAME(NAME##f)(float x) { return BUILTIN(x); }
#define EXPORT_INSTRUCTION2(NAME, BUILTIN)                                     \
  EXPORT double RUNTIME_NAME(NAME)(double x, double y) {                       \
    return BUILTIN(x, y);                                                      \
  }                                                                            \
  EXPORT float RUNTIME_NAME(NAME##f)(float x, float y) { return BUILTIN(x, y); }

EXPORT_INSTRUCTION1(sqrt, __builtin_elementwise_sqrt)
EXPORT_INSTRUCTION1(fabs, __builtin_elementwise_abs)
EXPORT_INSTRUCTION1(floor, __builtin_elementwise_floor)
EXPORT_INSTRUCTION1(ceil, __builtin_elementwise_ceil)
EXPORT_INSTRUCTION1(trunc, __builtin_elementwise_trunc)
EXPORT_INSTRUCTION1(rint, __builtin_elementwise_roundeven)
EXPORT_INSTRUCTION1(nearbyint, __builtin_elementwise_roundeven)
EXPORT_INSTRUCTION1(roundeven, __builtin_elementwise_roundeven)
EXPORT_INSTRUCTION2(copysign, __builtin_elementwise_copysign)
EXPORT_INSTRUCTION2(fmin, __builtin_elementwise_minimumnum)
EXPORT_INSTRUCTION2(fmax, __builtin_elementwise_maximumnum)

EXPORT double RUNTIME_NAME(fma)(double x, double y, double z) {
  return __builtin_elementwise_fma(x, y, z);
}
EXPORT float RUNTIME_NAME(fmaf)(float x, float y, float z) {
  return __builtin_elementwise_fma(x, y, z);
}
