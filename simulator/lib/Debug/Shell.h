//===- Shell.h - command interpreter of the debugger ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command table of matrix-sim -g, also used by GDB's 'monitor'. A command
// is a line of words separated by blanks; text after '#' is a comment. Commands
// refer to the selected core. Results go to a stream, errors to the caller.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_SHELL_H
#define MATRIX_SIMULATOR_DEBUG_SHELL_H

#include "CommandOperands.h"
#include "Debugger.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix {
namespace sim {

/// The operands of a command do not match its usage.
class ShellUsage : public llvm::ErrorInfo<ShellUsage> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override { os << "usage"; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }
};

/// Executes commands and prints their results.
class Shell {
public:
  Shell(Simulator &simulator, llvm::raw_ostream &out);

  /// Fails if the command is unknown or fails.
  llvm::Error execute(llvm::StringRef line);
  /// True if the command does not change any state.
  static bool isReadOnlyCommand(llvm::StringRef line);
  bool hasQuit() const { return leaving; }
  /// Prints the initial position.
  void showLocation();

  Debugger &target() { return debugger; }

private:
  using Words = llvm::ArrayRef<llvm::StringRef>;
  struct Command {
    llvm::StringRef name, brief, arguments, help;
    llvm::Error (Shell::*run)(Words);
  };
  static llvm::ArrayRef<Command> commands();
  static llvm::Error usage() { return llvm::make_error<ShellUsage>(); }

  llvm::Error help(Words words);
  llvm::Error quit(Words words);

  // ShellRun.cpp
  llvm::Error breakAt(Words words);
  llvm::Error watch(Words words);
  llvm::Error remove(Words words);
  llvm::Error resume(Words words);
  llvm::Error stepInstruction(Words words);
  llvm::Error stepLine(Words words);
  llvm::Error nextLine(Words words);
  llvm::Error finish(Words words);
  llvm::Error selectCore(Words words);
  llvm::Error set(Words words);
  llvm::Error canResume();
  void lineStep(bool intoCalls);
  void report(const Stop &stop);
  void reportChange(const Stop &stop);
  llvm::Error stepLines(Words words, bool intoCalls);

  // ShellShow.cpp
  llvm::Error info(Words words);
  llvm::Error registers(Words words);
  llvm::Error show(Words words);
  llvm::Error dump(Words words);
  llvm::Error disassemble(Words words);
  llvm::Error trace(Words words);
  void listStops();
  void listCores();
  void showInstruction(uint64_t pc);
  std::string placeText(uint64_t pc) const;

  Core &core() { return debugger.system.core(current); }

  Debugger debugger;
  const Symbols &symbols;
  llvm::raw_ostream &out;
  CommandOperands operands;
  unsigned current = 0; // core
  bool leaving = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_SHELL_H
