//===- Debug.cpp - debugger front end -------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads commands from a terminal or a file, or serves a remote debugger. All
// three drive the same Debugger; the first two by the command table of Shell.
// In a session SIGINT pauses the program and returns to the prompt. After the
// remote debugger has disconnected, the program runs to its end without it.
//
//===----------------------------------------------------------------------===//

#include "Debug.h"
#include "Debug/Gdb/GdbServer.h"
#include "llvm/LineEditor/LineEditor.h"
#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <csignal>
#include <iostream>

using namespace llvm;
using namespace matrix::sim;

/// SIGINT returns to the prompt.
static Debugger *running = nullptr;
static void onInterrupt(int) { running->interrupt(); }

namespace {
class Session {
public:
  Session(Simulator &simulator, const CommandLine &line)
      : shell(simulator, outs()), line(line) {
    running = &shell.target();
    struct sigaction action = {};
    action.sa_handler = onInterrupt;
    action.sa_flags = SA_RESTART; // at the prompt
    sigaction(SIGINT, nullptr, &before);
    if (before.sa_handler != SIG_IGN)
      sigaction(SIGINT, &action, nullptr);
  }
  ~Session() { sigaction(SIGINT, &before, nullptr); }

  int run() {
    if (!line.commands.empty() && line.commands != "-")
      return runFile();
    return sys::Process::StandardInIsUserInput() ? runTerminal() : runInput();
  }

private:
  int runFile() {
    auto file = MemoryBuffer::getFile(line.commands);
    if (!file) {
      errs() << line.commands
             << ": error: cannot be read: " << file.getError().message()
             << "\n";
      return 1;
    }
    for (line_iterator at(**file, /*SkipBlanks=*/false); !at.is_at_end(); ++at)
      if (!execute(*at, line.commands, at.line_number()))
        return 1;
    return status();
  }

  int runInput() {
    std::string text;
    for (int64_t number = 1; std::getline(std::cin, text); ++number)
      if (!execute(text, "<stdin>", number))
        return 1;
    return status();
  }

  /// Commands after 'quit' are ignored.
  bool execute(StringRef text, StringRef file, int64_t number) {
    if (shell.hasQuit())
      return true;
    Error error = shell.execute(text);
    outs().flush();
    if (!error)
      return true;
    errs() << file << ":" << number
           << ":1: error: " << toString(std::move(error)) << "\n";
    return false;
  }

  /// Errors do not end an interactive session.
  int runTerminal() {
    LineEditor editor("matrix-sim",
                      LineEditor::getDefaultHistoryPath("matrix-sim"));
    editor.setPrompt("(matrix) ");
    shell.showLocation();
    while (!shell.hasQuit()) {
      outs().flush();
      std::optional<std::string> text = editor.readLine();
      if (!text)
        break;
      if (Error error = shell.execute(*text))
        errs() << "error: " << toString(std::move(error)) << "\n";
    }
    return status();
  }

  int status() {
    outs().flush();
    return shell.target().hasEnded() ? shell.target().result().status : 0;
  }

  Shell shell;
  const CommandLine &line;
  struct sigaction before;
};
} // namespace

/// The program continues to its end when the debugger has disconnected.
static int serve(Simulator &simulator, const CommandLine &line) {
  GdbConnection connection;
  auto announce = [](unsigned port) {
    errs() << "matrix-sim: waiting for a debugger: target remote 127.0.0.1:"
           << port
           << " (gdb-multiarch -iex 'set architecture riscv:rv64' PROGRAM)\n";
  };
  if (Error error = connection.accept(*line.gdb, announce)) {
    errs() << "matrix-sim: error: " << toString(std::move(error)) << "\n";
    return 1;
  }
  Result result;
  {
    GdbServer server(simulator, connection);
    bool isConnected = server.serve();
    result = server.target().result();
    if (server.target().hasEnded() || !isConnected)
      return server.target().hasEnded() ? result.status : 1;
  }
  result = simulator.run();
  if (!result.message.empty())
    errs() << result.message << "\n";
  return result.status;
}

int matrix::sim::debugProgram(Simulator &simulator, const CommandLine &line) {
  if (line.gdb)
    return serve(simulator, line);
  return Session(simulator, line).run();
}
