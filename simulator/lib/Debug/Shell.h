//===- Shell.h - command interpreter of the debugger ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command table of matrix-sim -g, also used by GDB's 'monitor'.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_SHELL_H
#define MATRIX_SIMULATOR_DEBUG_SHELL_H

#include "CommandOperands.h"
#include "Debugger.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix {
namespace sim {

/// Executes commands and prints their results.
class Shell {
public:
  Shell(Simulator &simulator, llvm::raw_ostream &out);

  /// Returns false and sets `error` if the command is unknown or fails.
  bool execute(llvm::StringRef line, std::string &error);
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
    bool (Shell::*run)(Words);
  };
  static llvm::ArrayRef<Command> commands();

  bool fail(const llvm::Twine &what);
  bool help(Words words);
  bool quit(Words words);

  // ShellRun.cpp
  bool breakAt(Words words);
  bool watch(Words words);
  bool remove(Words words);
  bool resume(Words words);
  bool stepInstruction(Words words);
  bool stepLine(Words words);
  bool nextLine(Words words);
  bool finish(Words words);
  bool selectCore(Words words);
  bool set(Words words);
  bool canResume();
  bool lineStep(bool intoCalls);
  bool report(const Stop &stop);
  void reportChange(const Stop &stop);
  bool count(Words words, uint64_t &times);

  // ShellShow.cpp
  bool info(Words words);
  bool registers(Words words);
  bool show(Words words);
  bool dump(Words words);
  bool disassemble(Words words);
  bool trace(Words words);
  void listStops();
  void listCores();
  void showInstruction(uint64_t pc);
  std::string placeText(uint64_t pc) const;

  Core &core() { return *debugger.machine.cores[current]; }

  Debugger debugger;
  Symbols symbols;
  llvm::raw_ostream &out;
  std::string message;
  CommandOperands operands;
  unsigned current = 0; // core
  bool leaving = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_SHELL_H
