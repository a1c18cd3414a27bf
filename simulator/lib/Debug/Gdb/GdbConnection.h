//===- GdbConnection.h - packets of GDB's remote protocol -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transport layer of GDB's remote serial protocol over TCP. The protocol has no
// authentication, so that the server listens on the local host only, for one
// client. GdbServer interprets the packets.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H
#define MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace matrix {
namespace sim {

/// A connection to one client on the local host. Packets are $packet#checksum,
/// acknowledged by + until both sides agree to omit acknowledgements.
class GdbConnection {
public:
  ~GdbConnection();

  /// Waits for a client at a port; 0 selects any free one. `announce` is called
  /// with the port once the client may connect.
  llvm::Error accept(unsigned port, void (*announce)(unsigned));

  /// Returns nothing if the client has disconnected.
  std::optional<std::string> receive();
  void send(llvm::StringRef packet);
  /// Called after the reply to QStartNoAckMode.
  void stopAcknowledging() { acknowledges = false; }

  /// True if the client has requested an interruption or disconnected. Does not
  /// block.
  bool isInterrupted();

private:
  bool fill(bool wait);
  int next(); // a byte, or -1
  bool write(llvm::StringRef text);

  int client = -1;
  bool acknowledges = true;
  std::string buffer; // received bytes
  size_t taken = 0;   // bytes consumed of them
};

/// Hexadecimal text: "6162" for "ab", and back.
std::string toHexText(llvm::StringRef bytes);
bool fromHexText(llvm::StringRef hex, std::string &bytes);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_GDBCONNECTION_H
