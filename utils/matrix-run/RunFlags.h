//===- RunFlags.h - options of matrix-run -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of matrix-run as they are given on the command line. The values
// are unchecked text and numbers; RunCommandLine.cpp validates them and
// translates them to RunOptions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_RUNFLAGS_H
#define MATRIX_RUN_RUNFLAGS_H

#include "llvm/Support/CommandLine.h"

namespace matrix {
namespace run {
namespace flags {

extern llvm::cl::list<std::string> InputFiles, OutputFiles, ExpectFiles,
    Disabled;
extern llvm::cl::opt<std::string> Program, Check, Tolerance, Random, Cpu, Plans,
    Tuned, SaveTemps, Bisect, OldStatistics, ProgressSeconds, Trace, Report,
    Compare;
extern llvm::cl::opt<unsigned> Cores;
extern llvm::cl::opt<bool> Timed, Functional, NoHazardChecks, OldNoCheck;
extern llvm::cl::opt<uint64_t> MaxCycles;
/// --stats. The option is created by the first call.
llvm::cl::opt<std::string> &statistics();

/// Parses the command line, with --help and --version. Returns false after an
/// error message.
bool parse(int Argc, char **Argv);

} // namespace flags
} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_RUNFLAGS_H
