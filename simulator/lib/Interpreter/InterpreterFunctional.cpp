//===- InterpreterFunctional.cpp - functional execution -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explicit instantiation of the interpreter without timing and hazard
// detection. It is the fastest instance: the members of both policies are empty
// or constant, so that the inlined functions of instructions contain no test
// for either.
//
//===----------------------------------------------------------------------===//

#include "InterpreterLoop.h"

template void
matrix::sim::interpretIn<matrix::sim::Untimed, matrix::sim::Unchecked>(
    Core &core, const Code &code, const TileFunction *tiles, int64_t budget);
