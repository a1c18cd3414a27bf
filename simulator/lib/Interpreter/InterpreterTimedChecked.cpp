//===- InterpreterTimedChecked.cpp - timing, hazard detection -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter with timing and hazard detection.
// It combines the policies of InterpreterTimed.cpp and InterpreterChecked.cpp,
// which are the defaults of matrix-sim and matrix-run.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Timed, matrix::sim::Checked>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
