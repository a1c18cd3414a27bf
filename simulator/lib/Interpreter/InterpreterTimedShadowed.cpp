//===- InterpreterTimedShadowed.cpp - timing, hazards, shadow -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter with timing, hazard detection and
// propagation of uninitialized bits. A core with timing and hazard detection
// enters it before a load of uninitialized bits and leaves it when the shadow
// is no longer needed.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Timed, matrix::sim::Shadowed>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
