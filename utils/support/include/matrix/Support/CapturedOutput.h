//===- CapturedOutput.h - atomic output of LLVM's tools ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's tools write the file of their option -o in place: an error destroys
// its earlier contents, and a full disk is reported without its name. Here they
// write to memory, whose contents become the file at the end (OutputFile.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SUPPORT_CAPTUREDOUTPUT_H
#define MATRIX_SUPPORT_CAPTUREDOUTPUT_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace matrix {

/// Removes `--Name` or `--Name=`, with one dash or two, and keeps the value.
bool consumeOption(llvm::StringRef &Argument, llvm::StringRef Name);

class CapturedOutput {
public:
  CapturedOutput() = default;
  CapturedOutput(const CapturedOutput &) = delete;
  ~CapturedOutput();

  /// Replaces the file of `-o file` or `-o=file`. Child processes inherit the
  /// memory. Without the option, and for "-", nothing is replaced.
  llvm::Error capture(std::vector<std::string> &Arguments);
  /// Writes the file, if one was replaced.
  llvm::Error keep();

private:
  llvm::Error replace(std::string &Path);

  std::string Name; // of the file
  int Memory = -1;
};

/// Runs the main function of a tool with captured output. Returns its status,
/// or 1 and prints an error if the file cannot be written.
int runWithCapturedOutput(int Argc, char **Argv,
                          llvm::function_ref<int(int, char **)> Main);

} // namespace matrix

#endif // MATRIX_SUPPORT_CAPTUREDOUTPUT_H
