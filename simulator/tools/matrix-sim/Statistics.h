//===- Statistics.h - figures of a run --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_STATISTICS_H
#define MATRIX_SIM_TOOL_STATISTICS_H

#include "CommandLine.h"

namespace matrix {
namespace sim {

/// On standard error, in the format of --stats.
void printStatistics(const Simulator &simulator, const CommandLine &line,
                     double seconds);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_STATISTICS_H
