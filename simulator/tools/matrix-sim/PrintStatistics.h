//===- PrintStatistics.h - statistics output --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output of --stats and of report files. Both functions are called once, after
// the run, also if it was interrupted or a core has trapped.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_PRINTSTATISTICS_H
#define MATRIX_SIM_TOOL_PRINTSTATISTICS_H

#include "SimOptions.h"

namespace matrix {
namespace sim {

/// Prints to standard error. `earlier`: run to compare with, or null.
void printStatistics(const RunStatistics &results, StatisticsFormat format,
                     const EarlierRun *earlier);

/// Writes the files of --trace and --report.
llvm::Error finishReport(Report &report, const RunStatistics &results);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_PRINTSTATISTICS_H
