//===- SimOptions.h - options of matrix-sim ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of matrix-sim: options, the program, and the arguments of
// the program. Parsing ends at the program, so that a program may have options
// of the same names.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_SIMOPTIONS_H
#define MATRIX_SIM_TOOL_SIMOPTIONS_H

#include "matrix/Sim/Report.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace matrix {
namespace sim {

enum class StatisticsFormat { None, Text, Json };

struct CommandLine {
  Options options;
  std::string program;
  std::vector<std::string> inputs, outputs;
  StatisticsFormat statistics = StatisticsFormat::None;
  std::optional<double> progress; // seconds
  ReportOptions report;
  bool debug = false, shell = false; // any debugger; the interactive one
  std::optional<unsigned> gdb;       // port
  std::string commands;              // file of debugger commands
  bool help = false, version = false, variants = false;
  /// True if no program is required.
  bool isQuestion() const { return help || version || variants; }
};

/// Parses the options up to the program; the words after it are the program's
/// arguments. Invalid usage is an error of one line.
llvm::Expected<CommandLine>
parseCommandLine(llvm::ArrayRef<const char *> words);
/// Rejects inconsistent options.
llvm::Error checkOptions(const CommandLine &line);
/// Returns an error of one line that refers to --help.
llvm::Error usageError(const llvm::Twine &what);
void printHelp();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_SIMOPTIONS_H
