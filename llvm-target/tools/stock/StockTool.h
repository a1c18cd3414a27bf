//===- StockTool.h - LLVM's tools with this target --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs llc, llvm-mc or llvm-objdump of the LLVM that this project was built
// with, with all their options, and makes them load libLLVMMatrix.so, which is
// located relative to the driver. The tools are not linked again, so that they
// equal those of the installation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TOOLS_STOCKTOOL_H
#define MATRIX_TOOLS_STOCKTOOL_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace matrix {

class StockTool {
public:
  /// argc, argv: arguments of main. Anchor: address of any function of the
  /// driver.
  StockTool(int argc, char **argv, void *Anchor);

  std::string plugin() const;
  const std::vector<std::string> &arguments() const { return Arguments; }
  /// Returns true if `-name`, `--name`, `-name=...` or `--name=...` is an
  /// argument.
  bool hasOption(llvm::StringRef Name) const;
  /// Returns the value of `-name=value` or `-name value`.
  std::string valueOf(llvm::StringRef Name) const;

  /// Handles `--mcpu=help`, for which LLVM's tools require an input file.
  bool listsVariants() const;

  void prepend(std::string Argument) {
    Arguments.insert(Arguments.begin(), Argument);
  }

  /// Runs the tool, in place of this process if it writes to standard output;
  /// returns the exit status.
  int run(llvm::StringRef Tool, bool Preload);
  /// Prints `<driver>: error: text`; returns the exit status of invalid usage.
  int usageError(const std::string &Text) const;
  /// As above; returns 1, the exit status for an input that cannot be read.
  int fileError(const std::string &Text) const;

private:
  llvm::Error checkOutput() const;
  int execute(llvm::StringRef Real);
  int runAndKeep(llvm::StringRef Real);
  int cannotRun(llvm::StringRef Real, llvm::StringRef Reason) const;

  std::string Program, Name, Directory; // as invoked; its last part; folder
  std::vector<std::string> Arguments;
};

} // namespace matrix

#endif // MATRIX_TOOLS_STOCKTOOL_H
