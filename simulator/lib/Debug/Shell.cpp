//===- Shell.cpp - command interpreter of the debugger --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of commands, its dispatch, and help. Each entry has the name, the
// abbreviation, the operands, a sentence of help and the method that implements
// it, so that help and usage errors follow from the table.
//
//===----------------------------------------------------------------------===//

#include "Shell.h"
#include "Loader/Executable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace matrix::sim;

Shell::Shell(Simulator &simulator, raw_ostream &out)
    : debugger(simulator), symbols(simulator.symbols()), out(out),
      operands(debugger.system, symbols) {}

ArrayRef<Shell::Command> Shell::commands() {
  static const Command table[] = {
      {"break", "b", "LOCATION [core N]",
       "stop before an instruction: SYMBOL, FILE:LINE, :LINE, *ADDRESS",
       &Shell::breakAt},
      {"watch", "w", "WHAT", "stop after what changes it", &Shell::watch},
      {"delete", "d", "N", "remove a breakpoint or watchpoint", &Shell::remove},
      {"continue", "c", "", "run on", &Shell::resume},
      {"stepi", "si", "[N]", "execute instructions of this core",
       &Shell::stepInstruction},
      {"step", "s", "[N]", "go to another source line", &Shell::stepLine},
      {"next", "n", "[N]", "the same, calls being one step", &Shell::nextLine},
      {"finish", "fin", "", "run until this function returns", &Shell::finish},
      {"core", "", "N", "which core the other commands are about",
       &Shell::selectCore},
      {"registers", "r", "[NAME ...]", "scalar registers", &Shell::registers},
      {"set", "", "REGISTER VALUE", "write a scalar register", &Shell::set},
      {"show", "p", "WHAT [FORMAT]", "elements, in rows and columns",
       &Shell::show},
      {"dump", "", "FILE.npy WHAT [FORMAT]", "the same into a file",
       &Shell::dump},
      {"disassemble", "x", "[LOCATION] [N]", "instructions",
       &Shell::disassemble},
      {"backtrace", "bt", "", "call stack", &Shell::trace},
      {"info", "i", "breaks|cores|blocks|state|csr", "lists", &Shell::info},
      {"help", "h", "", "this text", &Shell::help},
      {"quit", "q", "", "leave", &Shell::quit},
  };
  return table;
}

char ShellUsage::ID;

Error Shell::execute(StringRef line) {
  SmallVector<StringRef> words;
  line.split('#').first.trim().split(words, ' ', -1, /*KeepEmpty=*/false);
  if (words.empty())
    return Error::success();
  for (const Command &command : commands()) {
    if (words[0] != command.name &&
        (command.brief.empty() || words[0] != command.brief))
      continue;
    return handleErrors((this->*command.run)(ArrayRef(words).drop_front()),
                        [&](const ShellUsage &) {
                          return createStringError(
                              command.name + " is used as: " + command.name +
                              " " + command.arguments);
                        });
  }
  return createStringError("unknown command '" + words[0] +
                           "'; 'help' lists them");
}

bool Shell::isReadOnlyCommand(StringRef line) {
  static Error (Shell::*const readOnlyCommands[])(Words) = {
      &Shell::registers, &Shell::show, &Shell::dump, &Shell::disassemble,
      &Shell::trace,     &Shell::info, &Shell::help};
  StringRef word = line.trim().split(' ').first;
  for (const Command &command : commands())
    if (!word.empty() && (word == command.name || word == command.brief))
      return is_contained(readOnlyCommands, command.run);
  return true; // unknown: execute() reports it
}

Error Shell::help(Words) {
  for (const Command &command : commands()) {
    std::string usage = (command.name + " " + command.arguments).str();
    out << format("  %-32s %-4s ", usage.c_str(), command.brief.str().c_str())
        << command.help << "\n";
  }
  out << "WHAT is a register (t3, r5), rows of a row memory (NAME[FIRST:COUNT])"
         ",\n'scratchpad', or memory: ADDRESS:BYTES, ADDRESS:ROWSxBYTES. An "
         "ADDRESS may be a\nsum of numbers, symbols and registers. FORMATs: "
      << ElementFormat::known() << ".\n";
  return Error::success();
}

Error Shell::quit(Words) {
  leaving = true;
  return Error::success();
}
