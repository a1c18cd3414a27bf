//===- GdbServer.h - for gdb and lldb ---------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of GDB's remote protocol that attaching, looking, stepping and
// stopping need. Cores are threads, numbered from 1. Neither debugger knows
// this machine: the description of the target says that it is a RISC-V one,
// whose registers of the same numbers have the same DWARF numbers. What scalar
// registers don't show, 'monitor COMMAND' does: all of matrix-sim -g that only
// looks.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_GDBSERVER_H
#define MATRIX_SIMULATOR_DEBUG_GDBSERVER_H

#include "GdbConnection.h"
#include "Shell.h"

namespace matrix {
namespace sim {

class GdbServer {
public:
  GdbServer(Simulator &simulator, GdbConnection &connection);

  /// Until the client has gone. False: it has killed the program, or has just
  /// gone, before the program's end.
  bool serve();
  Debugger &target() { return shell.target(); }

private:
  // Answers.
  static constexpr const char *good = "OK", *bad = "E01", *unknown = "";
  /// As two digits each they fit into a packet of 0x4000, see PacketSize.
  static constexpr size_t mostBytes = 0x1f00;

  std::string answer(llvm::StringRef packet);
  std::string general(llvm::StringRef query);
  std::string select(llvm::StringRef text);
  std::string features(llvm::StringRef range) const;
  std::string monitor(llvm::StringRef hex);

  // Running
  std::string resume(llvm::StringRef packet);
  std::string step(unsigned core);
  std::string carryOn();
  std::string report(const Stop &stop);
  std::string reportEnd();
  std::string breakpoint(llvm::StringRef packet);
  std::string removeStop(const std::string &name);
  unsigned addStop(const std::string &name, bool isWatch, uint64_t address,
                   uint64_t size);

  // State
  std::string readAll() const;
  std::string writeAll(llvm::StringRef hex);
  std::string readOne(llvm::StringRef number) const;
  std::string writeOne(llvm::StringRef assignment);
  std::string readMemory(llvm::StringRef range) const;
  std::string writeMemory(llvm::StringRef packet);

  Core &core() const { return *machine.cores[selected]; }
  std::string threads() const;

  GdbConnection &connection;
  std::string text; // what the shell prints
  llvm::raw_string_ostream output;
  Shell shell;
  Machine &machine;
  unsigned selected = 0, runs = 0; // cores, for looking and for running
  bool trapReported = false, leaving = false, killed = false;
  std::map<std::string, unsigned> stops; // "type,address,kind" to number
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_GDBSERVER_H
