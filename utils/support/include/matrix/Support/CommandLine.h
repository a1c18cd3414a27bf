//===- CommandLine.h - options common to all tools --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options common to all tools: --version, --mcpu=help, and warnings about
// earlier option names. The tools parse with different libraries (llvm::cl and
// llvm/Option), so that these are functions for both.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_COMMANDLINE_H
#define MATRIX_SUPPORT_COMMANDLINE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace matrix {

/// Prints the versions of Matrix and of the description of this build.
void printVersion(llvm::raw_ostream &OS);
/// Also prints the version of LLVM. OS must be standard output.
void printAllVersions(llvm::raw_ostream &OS);
/// Makes printAllVersions the `--version` of a tool with llvm::cl.
void addVersionPrinter();

/// Prints one line per variant, for `--mcpu=help`.
void printVariants(llvm::raw_ostream &OS);

/// Returns the number in `Text`, or nothing unless it is finite and not
/// negative.
std::optional<double> parseNotNegative(llvm::StringRef Text);

/// Signals that the parent process ignores, as shells do for background jobs.
/// Constructed before InitLLVM, which replaces their actions; restore() follows
/// it.
class IgnoredSignals {
public:
  IgnoredSignals();
  void restore() const;

private:
  std::vector<int> Signals;
};

/// Undoes an inherited SIG_IGN for SIGCHLD, with which the exit status of child
/// processes is lost. Called by tools that run others.
void restoreChildStatus();

/// Prints a warning for the former name of an option to standard error.
void warnOldOption(llvm::StringRef Tool, llvm::StringRef Old,
                   llvm::StringRef New);

} // namespace matrix

#endif // MATRIX_SUPPORT_COMMANDLINE_H
