//===- StockTool.h - LLVM's own tools with our target -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// llc, llvm-mc and llvm-objdump of the LLVM we were built with know every usual
// option and do all the work; we only make them load libLLVMMatrix.so, which is
// found relative to the driver.
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
  /// argc, argv: of main. Anchor: the address of any function of the driver.
  StockTool(int argc, char **argv, void *Anchor);

  std::string plugin() const;
  const std::vector<std::string> &arguments() const { return Arguments; }
  /// Is `-name`, `--name`, `-name=...` or `--name=...` among the arguments?
  bool hasOption(llvm::StringRef Name) const;
  /// The value of the option, as `-name=value` or `-name value`.
  std::string valueOf(llvm::StringRef Name) const;

  /// Answers `--mcpu=help`, for which LLVM's tools need a file.
  bool listsVariants() const;

  void prepend(std::string Argument) {
    Arguments.insert(Arguments.begin(), Argument);
  }

  /// Becomes the tool; returns the exit status if it cannot.
  int run(llvm::StringRef Tool, bool Preload);
  /// `<driver>: error: text`; gives the exit status of bad usage.
  int usageError(const std::string &Text) const;

private:
  llvm::Error checkOutput() const;

  std::string Program, Name, Directory; // as called; its last part; its folder
  std::vector<std::string> Arguments;
};

} // namespace matrix

#endif // MATRIX_TOOLS_STOCKTOOL_H
