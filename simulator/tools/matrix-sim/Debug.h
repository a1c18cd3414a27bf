//===- Debug.h - debugger front end -----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The modes of matrix-sim -g: terminal, command file, and GDB server. A command
// that fails ends a command file with status 1 and its line number; on a
// terminal the session continues.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_DEBUG_H
#define MATRIX_SIM_TOOL_DEBUG_H

#include "SimOptions.h"

namespace matrix {
namespace sim {

/// Executes commands until their end. Returns the exit status: that of the
/// program if it has ended; 1 if a command of a file failed.
int debugProgram(Simulator &simulator, const CommandLine &line);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_DEBUG_H
