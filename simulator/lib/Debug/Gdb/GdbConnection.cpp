//===- GdbConnection.cpp - packets of GDB's remote protocol ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sockets, framing, checksums and acknowledgements of packets. A packet is
//
//     $ data # sum
//
// with the sum of all bytes of data modulo 256 as two hexadecimal digits. A
// packet with a wrong sum is requested again, unless both sides have agreed to
// omit acknowledgements. The interrupt is a single byte 3 outside of packets;
// during a run the received bytes are searched for it without blocking.
//
//===----------------------------------------------------------------------===//

#include "GdbConnection.h"
#include "llvm/ADT/StringExtras.h"
#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace llvm;
using namespace matrix::sim;

static constexpr char interrupt = 3;

GdbConnection::~GdbConnection() {
  if (client >= 0)
    ::close(client);
}

//===----------------------------------------------------------------------===//
// Connection
//===----------------------------------------------------------------------===//

static Error fail(const Twine &what, int server) {
  Error error = createStringError(what + ": " + std::strerror(errno));
  if (server >= 0)
    ::close(server);
  return error;
}

Error GdbConnection::accept(unsigned port, void (*announce)(unsigned)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(uint16_t(port));
  auto *generic = reinterpret_cast<sockaddr *>(&address);
  socklen_t size = sizeof(address);
  int one = 1, server = ::socket(AF_INET, SOCK_STREAM, 0);
  ::setsockopt(server, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
  if (server < 0 || ::bind(server, generic, size) < 0 ||
      ::listen(server, 1) < 0 || ::getsockname(server, generic, &size) < 0)
    return fail("cannot listen at port " + Twine(port), server);
  announce(ntohs(address.sin_port));
  client = ::accept(server, nullptr, nullptr);
  if (client < 0)
    return fail("no debugger has connected", server);
  ::setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof(one));
  ::close(server);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Receives bytes into the buffer; returns false if there are none.
bool GdbConnection::fill(bool wait) {
  pollfd descriptor = {client, POLLIN, 0};
  if (::poll(&descriptor, 1, wait ? -1 : 0) <= 0)
    return wait && errno == EINTR && fill(wait);
  char bytes[4096];
  ssize_t size = ::recv(client, bytes, sizeof(bytes), 0);
  if (size > 0)
    buffer.append(bytes, size_t(size));
  return size > 0;
}

int GdbConnection::next() {
  if (taken == buffer.size()) {
    buffer.clear();
    taken = 0;
    if (!fill(/*wait=*/true))
      return -1;
  }
  return static_cast<unsigned char>(buffer[taken++]);
}

bool GdbConnection::write(StringRef text) {
  while (!text.empty()) {
    ssize_t size = ::send(client, text.data(), text.size(), MSG_NOSIGNAL);
    if (size < 0 && errno != EINTR)
      return false;
    text = text.drop_front(size > 0 ? size_t(size) : 0);
  }
  return true;
}

bool GdbConnection::isInterrupted() {
  pollfd descriptor = {client, POLLIN, 0};
  bool isReady = ::poll(&descriptor, 1, 0) > 0;
  if (isReady && !fill(/*wait=*/false))
    return true; // disconnected
  size_t at = buffer.find(interrupt, taken);
  if (at == std::string::npos)
    return false;
  buffer.erase(at, 1);
  return true;
}

//===----------------------------------------------------------------------===//
// Packets
//===----------------------------------------------------------------------===//

static uint8_t checksum(StringRef text) {
  uint8_t sum = 0;
  for (char c : text)
    sum += uint8_t(c);
  return sum;
}

std::optional<std::string> GdbConnection::receive() {
  while (true) {
    int c = next();
    if (c < 0)
      return std::nullopt;
    if (c != '$') // acknowledgements and late interruptions
      continue;
    std::string packet;
    while ((c = next()) != '#') {
      if (c < 0)
        return std::nullopt;
      packet += char(c);
    }
    char digits[2] = {char(next()), char(next())};
    unsigned sum;
    bool good =
        !StringRef(digits, 2).getAsInteger(16, sum) && sum == checksum(packet);
    if (acknowledges)
      write(good ? "+" : "-");
    if (good || !acknowledges)
      return packet;
  }
}

void GdbConnection::send(StringRef packet) {
  std::string sum = utohexstr(checksum(packet), /*LowerCase=*/true, 2);
  write("$" + packet.str() + "#" + sum);
}

std::string matrix::sim::toHexText(StringRef bytes) {
  return toHex(bytes, /*LowerCase=*/true);
}

bool matrix::sim::fromHexText(StringRef hex, std::string &bytes) {
  return hex.size() % 2 == 0 && tryGetFromHex(hex, bytes);
}
