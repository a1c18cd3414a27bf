//===- InterpreterTimed.cpp - timing --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter with timing, without hazard
// detection. Instructions issue by the scoreboard of CoreTime. An access that
// other cores must precede leaves the interpreter, and the instruction executes
// later.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Timed, matrix::sim::Unchecked>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
