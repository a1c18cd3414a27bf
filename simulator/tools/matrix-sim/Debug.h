//===- Debug.h - matrix-sim -g ----------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_DEBUG_H
#define MATRIX_SIM_TOOL_DEBUG_H

#include "CommandLine.h"

namespace matrix {
namespace sim {

/// Reads commands until they end. The exit status: the program's if it has
/// ended; 1 if a file's command didn't work.
int debugProgram(Simulator &simulator, const CommandLine &line);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_DEBUG_H
