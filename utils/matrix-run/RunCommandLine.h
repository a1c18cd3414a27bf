//===- RunCommandLine.h - command line of matrix-run ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of matrix-run and their translation to RunOptions. main() checks
// the options, reads the program, and then checks the options that depend on
// its kind.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_RUNCOMMANDLINE_H
#define MATRIX_RUN_RUNCOMMANDLINE_H

#include "Session/Session.h"

namespace matrix {
namespace run {

/// Parses the options and warns about former names. Returns false after an
/// error message.
bool parseCommandLine(int Argc, char **Argv);
/// Returns whether --mcpu=help was given.
bool asksForVariants();
/// Returns the variants of --mcpu. An empty name stands for the program's
/// variant, or the default.
std::vector<std::string> getVariants();
/// Returns whether the run is a bisection.
bool isBisection();

/// Returns the first usage error of the options.
llvm::Error checkCommandLine();
/// Returns a usage error of options that the kind of program excludes.
llvm::Error checkProgram(const RunOptions &Options);
/// Reads the program and translates the options of a checked command line.
llvm::Expected<RunOptions> makeRunOptions(const char *Argv0);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_RUNCOMMANDLINE_H
