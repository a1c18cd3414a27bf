//===- InterpreterChecked.cpp - hazard detection --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter with hazard detection, without
// timing. Scalar accesses take a fast path over the access flags of memory;
// tile and row instructions are checked after they have executed.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Untimed, matrix::sim::Checked>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
