//===- Translate.h - clang's commands for this target -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the commands that clang plans for RISC-V (Plan.h) to commands of
// this target. The result is appended to the plan in the order of execution.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CC_TRANSLATE_H
#define MATRIX_CC_TRANSLATE_H

#include "Plan.h"

namespace matrix::cc {

using Words = std::vector<std::string>;

/// Returns the word after the last `Option`, or "".
llvm::StringRef valueOf(const Words &Command, llvm::StringRef Option);

class Translator {
public:
  Translator(const Arguments &Args, Plan &Result)
      : Args(Args), Result(Result) {}

  llvm::Error translate(const std::vector<Words> &Commands);
  /// Reserves a file that is removed with the plan.
  llvm::Expected<std::string> temporary(llvm::StringRef Stem,
                                        llvm::StringRef Extension);

private:
  llvm::Error compile(const Words &Command);
  llvm::Expected<std::string> compileToIR(Words Compiler);
  llvm::Error writeIR(Words Compiler);
  void addPlugin(Words &Compiler) const;
  void generate(const Words &Compiler, llvm::StringRef Type,
                llvm::StringRef Input, llvm::StringRef Output);
  void assemble(const Words &Command);
  void link(const Words &Command);
  bool hasCLibrary() const;
  void addLibraries(Words &Linker) const;
  void add(Words Command, llvm::StringRef Output, bool IsCaptured = false);
  /// Tests whether one of clang's commands writes or reads the file.
  bool isIntermediate(llvm::StringRef File) const;
  bool isRead(llvm::StringRef File) const;

  const Arguments &Args;
  Plan &Result;
  const std::vector<Words> *Planned = nullptr; // by clang
};

} // namespace matrix::cc

#endif // MATRIX_CC_TRANSLATE_H
