//===- CommandLine.h - options of matrix-sim --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TOOL_COMMANDLINE_H
#define MATRIX_SIM_TOOL_COMMANDLINE_H

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
  bool debug = false, shell = false; // a debugger; one with commands
  std::optional<unsigned> gdb;       // port
  std::string commands;              // file with the debugger's commands
  bool help = false, version = false, variants = false;
  /// No program is needed.
  bool isQuestion() const { return help || version || variants; }
};

/// Options up to the program; what follows is the program's. False and one line
/// in `error` for wrong use.
bool parseCommandLine(llvm::ArrayRef<const char *> words, CommandLine &line,
                      std::string &error);
void printHelp();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TOOL_COMMANDLINE_H
