//===- CheckSimOptions.cpp - consistency of the options of matrix-sim -----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rejects options that exclude each other, and outputs that would overwrite
// inputs or other outputs. The check runs after all options are parsed, so that
// their order is irrelevant, and before the program is loaded: a run of hours
// does not fail at its end.
//
//===----------------------------------------------------------------------===//

#include "SimOptions.h"
#include "matrix/Support/OutputFile.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

Error sim::usageError(const Twine &what) {
  return createStringError("matrix-sim: error: " + what +
                           "; see matrix-sim --help");
}

static Error checkCombinations(const CommandLine &line) {
  if (!line.options.record.empty() && !line.options.timed)
    return usageError("--record needs cycles, without --functional");
  if (line.report.isAny() && !line.options.timed)
    return usageError("--trace and --report need cycles, without "
                      "--functional");
  if (line.debug &&
      (line.report.isAny() || line.statistics != StatisticsFormat::None))
    return usageError("--stats, --trace and --report require a run without "
                      "-g and --gdb");
  if (line.gdb && line.shell)
    return usageError("-g and --commands are one debugger, --gdb waits for "
                      "another one: leave one of them out");
  if (!line.report.plans.empty() && line.report.page.empty())
    return usageError("--plan needs --report");
  if (!line.report.earlier.empty() && line.report.page.empty() &&
      line.statistics != StatisticsFormat::Text)
    return usageError("--compare needs --stats or --report");
  if (!line.report.earlier.empty() && !line.options.timed)
    return usageError("--compare needs cycles, without --functional");
  bool window = line.report.every || line.report.to != UINT64_MAX;
  if (window && line.report.trace.empty())
    return usageError("--trace-window and --trace-sample need --trace");
  return Error::success();
}

/// Rejects outputs that are inputs or other outputs.
static Error checkFiles(const CommandLine &line) {
  std::vector<std::string> outputs = line.outputs, inputs = line.inputs;
  for (const std::string &file :
       {line.options.record, line.report.trace, line.report.page})
    outputs.push_back(file);
  inputs.push_back(line.program);
  inputs.push_back(line.commands);
  inputs.push_back(line.report.earlier);
  inputs.push_back(line.report.plans);
  if (Error problem = checkOutputs(outputs, inputs))
    return usageError(toString(std::move(problem)));
  return Error::success();
}

Error sim::checkOptions(const CommandLine &line) {
  if (Error error = checkCombinations(line))
    return error;
  return checkFiles(line);
}
