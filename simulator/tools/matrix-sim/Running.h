//===- Running.h - a run that people wait for -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_RUNNING_H
#define MATRIX_SIM_TOOL_RUNNING_H

#include "CommandLine.h"

namespace matrix {
namespace sim {

/// Runs the program, shows progress, and lets an interruption (SIGINT, SIGTERM)
/// end the run in order, the next one at once.
Result runWatched(Simulator &simulator, const CommandLine &line);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_RUNNING_H
