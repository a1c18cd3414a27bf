//===- InterpreterShadowed.cpp - hazards and shadow -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter with hazard detection and
// propagation of uninitialized bits, without timing. The shadow of an
// instruction is computed before it executes. The instance returns when the
// shadow is no longer needed; the checked one then continues.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Untimed, matrix::sim::Shadowed>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
