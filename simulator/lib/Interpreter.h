//===- Interpreter.h - one core, for a while --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INTERPRETER_H
#define MATRIX_SIMULATOR_INTERPRETER_H

#include "Code.h"
#include "Core.h"

namespace matrix {
namespace sim {

/// Runs a core from core.pc until it no longer runs, or has executed `budget`
/// instructions; jumps alone look at the budget, so it may execute some more.
void interpret(Core &core, const Code &code, const TileFunction *tiles,
               int64_t budget);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INTERPRETER_H
