//===- GdbConnection.h - packets of GDB's remote protocol -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H
#define MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace matrix {
namespace sim {

/// One client, on this host only: $packet#checksum, acknowledged by + until
/// both sides agree to do without.
class GdbConnection {
public:
  ~GdbConnection();

  /// Waits for a client at a port; 0: any that is free. `announce` is called
  /// with the port when it may connect.
  bool accept(unsigned port, void (*announce)(unsigned), std::string &error);

  /// Nothing: the client has gone.
  std::optional<std::string> receive();
  void send(llvm::StringRef packet);
  /// After the answer to the packet that says so.
  void stopAcknowledging() { acknowledges = false; }

  /// Has the client asked for a stop, or gone, meanwhile? Doesn't wait.
  bool isInterrupted();

private:
  bool fill(bool wait);
  int next(); // a byte, or -1
  bool write(llvm::StringRef text);

  int client = -1;
  bool acknowledges = true;
  std::string buffer; // received ...
  size_t taken = 0;   // ... and already looked at
};

/// "6162" for "ab", and back.
std::string toHexText(llvm::StringRef bytes);
bool fromHexText(llvm::StringRef hex, std::string &bytes);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H
