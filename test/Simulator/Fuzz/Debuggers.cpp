//===- Debuggers.cpp - Fuzzing of the debugger and of GDB -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Debug/Gdb/GdbServer.h"
#include "Debug/Shell.h"
#include "Fuzz.h"
#include "llvm/ADT/StringExtras.h"
#include <arpa/inet.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

using namespace fuzz;
using namespace matrix::sim;

static std::string hex(uint64_t value) { return llvm::utohexstr(value, true); }

//===----------------------------------------------------------------------===//
// The debugger
//===----------------------------------------------------------------------===//

static std::string what() {
  static const char *const blocks[] = {
      "t0",  "t1[2:3]", "t99",   "d1",    "d2[0:4]",   "scratchpad",
      "r5",  "f1",      "pc",    "t1[0]", "spad[1:2]", "t1[5:99999999999]",
      "acc", "sp:8",    "_start"};
  if (below(3))
    return oneOf(blocks);
  std::string text = below(3) ? "0x" + hex(address()) : "r5+_start-main";
  return text + ":" + (below(2) ? std::to_string(below(40)) + "x" : "") +
         (below(4) ? std::to_string(below(100)) : "0x" + hex(edge()));
}

static std::string command(const std::string &path) {
  static const char *const formats[] = {"f32", "bf16", "i8",  "x64",
                                        "f64", "e4m3", "u16", "any"};
  static const char *const rest[] = {
      "break _start",       "break :1",    "break :9",   "break main",
      "continue",           "step",        "next",       "finish",
      "backtrace",          "core 0",      "core 1",     "registers",
      "registers r1 f3 pc", "info breaks", "info cores", "info blocks",
      "info state",         "info csr",    "help",       "disassemble",
      "disassemble :1 99",  "delete 1",    "delete 2",   "quit",
      "# nothing"};
  switch (below(8)) {
  case 0:
    return std::string(below(2) ? "show " : "p ") + what() + " " +
           (below(2) ? oneOf(formats) : "");
  case 1:
    return "dump " + path + ".npy " + what() + " " +
           (below(2) ? oneOf(formats) : "");
  case 2:
    return "watch " + what();
  case 3:
    return "break *0x" + hex(address()) +
           (below(2) ? " core " + std::to_string(below(5)) : "");
  case 4:
    return "set r" + std::to_string(below(34)) + " 0x" + hex(address());
  case 5:
    return (below(2) ? "stepi " : "x 0x") + std::to_string(below(200));
  case 6:
    return "set pc 0x" + hex(address());
  default:
    return oneOf(rest);
  }
}

void fuzz::commands(const Program &program, const std::string &path,
                    Outcome &outcome) {
  write(path, program.bytes);
  auto simulator = load(path, anyOptions(), outcome);
  if (!simulator)
    return;
  std::string text;
  llvm::raw_string_ostream out(text);
  Shell shell(*simulator, out);
  for (unsigned i = 0; i < 25; ++i)
    if (llvm::Error error = shell.execute(mangled(command(path)))) {
      llvm::consumeError(std::move(error));
      ++outcome.rejected;
    } else {
      ++outcome.ended;
    }
}

//===----------------------------------------------------------------------===//
// GDB's remote protocol
//===----------------------------------------------------------------------===//

static std::string packet() {
  static const char *const simple[] = {
      "?",
      "g",
      "c",
      "s",
      "vCont?",
      "vCont;c",
      "vCont;s:1;c",
      "vCont;s:0",
      "vCont;s:-1",
      "vCont;S05:2",
      "Hg0",
      "Hg-1",
      "Hc2",
      "Hg99",
      "T1",
      "T0",
      "qSupported",
      "qC",
      "qfThreadInfo",
      "qsThreadInfo",
      "qAttached",
      "qThreadExtraInfo,1",
      "qThreadExtraInfo,",
      "QStartNoAckMode",
      "qHostInfo",
      "qXfer:features:read:target.xml:0,ffffffffffffffff",
      "qXfer:features:read:target.xml:ffffffffffffffff,1",
      "",
      "v",
      "q",
      "X"};
  std::string size = hex(below(4) ? below(5000) : edge());
  switch (below(6)) {
  case 0:
    return "m" + hex(address()) + "," + size;
  case 1: {
    std::string data(below(20), 'a');
    return "M" + hex(address()) + "," + hex(data.size() / 2) + ":" + data;
  }
  case 2:
    return oneOf("zZ") + std::to_string(below(4)) + "," + hex(address()) + "," +
           size;
  case 3:
    return "P" + hex(below(70)) + "=" +
           llvm::toHex(std::string(8, char(engine())));
  case 4:
    return "qRcmd," + llvm::toHex(mangled(command("gdb")));
  default:
    return oneOf(simple);
  }
}

static std::string framed(const std::string &text) {
  uint8_t sum = 0;
  for (char c : text)
    sum += uint8_t(c);
  return "$" + text + "#" + llvm::utohexstr(sum, true, 2);
}

/// Connects and sends all packets before the server reads the first one.
static int client = -1;
static std::thread listener;
static void talk(unsigned port) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(uint16_t(port));
  client = ::socket(AF_INET, SOCK_STREAM, 0);
  if (::connect(client, reinterpret_cast<sockaddr *>(&address),
                sizeof(address)))
    return;
  std::string all;
  for (unsigned i = 0; i < 30; ++i) {
    all += below(10) ? framed(mangled(packet())) : mangled(framed(packet()));
    all += below(10) ? "+" : std::string(1, char(engine()));
  }
  [[maybe_unused]] ssize_t sent = ::send(client, all.data(), all.size(), 0);
  ::shutdown(client, SHUT_WR);
  // Replies are drained; otherwise the server blocks on a full socket buffer.
  listener = std::thread([] {
    char bytes[4096];
    while (::recv(client, bytes, sizeof(bytes), 0) > 0)
      ;
  });
}

void fuzz::packets(const Program &program, const std::string &path,
                   Outcome &outcome) {
  write(path, program.bytes);
  auto simulator = load(path, anyOptions(), outcome);
  if (!simulator)
    return;
  {
    GdbConnection connection;
    if (llvm::Error error = connection.accept(0, talk))
      llvm::consumeError(std::move(error));
    else
      ++(GdbServer(*simulator, connection).serve() ? outcome.ended
                                                   : outcome.trapped);
  }
  if (listener.joinable())
    listener.join();
  ::close(client);
}
