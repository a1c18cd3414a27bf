//===- Running.h - runs with progress and interruption ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects a run with the progress display and signal handlers. The handlers
// exist only while the program runs: a signal before or after it has its
// default action.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_RUNNING_H
#define MATRIX_SIM_TOOL_RUNNING_H

#include "SimOptions.h"

namespace matrix {
namespace sim {

/// Runs the program and shows its progress. The first SIGINT or SIGTERM
/// interrupts the run; a second one terminates the process immediately.
Result runWatched(Simulator &simulator, const CommandLine &line);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_RUNNING_H
