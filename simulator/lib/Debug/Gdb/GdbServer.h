//===- GdbServer.h - server of GDB's remote protocol ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of GDB's remote protocol needed to attach, inspect, step and stop.
// Cores are threads, numbered from 1. Neither gdb nor lldb supports this
// machine: the target description declares a RISC-V machine, whose registers of
// equal numbers have equal DWARF numbers. State other than scalar registers is
// accessible by 'monitor COMMAND' with all read-only commands of matrix-sim -g.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_GDBSERVER_H
#define MATRIX_SIMULATOR_DEBUG_GDBSERVER_H

#include "Debug/Shell.h"
#include "GdbConnection.h"

namespace matrix {
namespace sim {

class GdbServer {
public:
  GdbServer(Simulator &simulator, GdbConnection &connection);

  /// Serves until the client disconnects. Returns false if it has killed the
  /// program or disconnected before the program's end.
  bool serve();
  Debugger &target() { return shell.target(); }

private:
  // Replies.
  static constexpr const char *good = "OK", *bad = "E01", *unknown = "";
  /// In two hexadecimal digits per byte they fit into a packet of 0x4000 bytes
  /// (PacketSize).
  static constexpr size_t maxBytes = 0x1f00;

  std::string answer(llvm::StringRef packet);
  std::string general(llvm::StringRef query);
  std::string select(llvm::StringRef text);
  std::string features(llvm::StringRef range) const;
  std::string monitor(llvm::StringRef hex);
  /// Executes a command of the shell on the selected core.
  llvm::Error runCommand(llvm::StringRef command);

  // Execution
  std::string resume(llvm::StringRef packet);
  std::string step(unsigned core);
  std::string continueProgram();
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

  Core &core() const { return system.core(selected); }
  std::string threads() const;

  GdbConnection &connection;
  std::string text; // output of the shell
  llvm::raw_string_ostream output;
  Shell shell;
  System &system;
  unsigned selected = 0, runs = 0; // cores selected by Hg and Hc
  bool trapReported = false, leaving = false, killed = false;
  std::map<std::string, unsigned> stops; // "address,size,type" to number
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_GDBSERVER_H
