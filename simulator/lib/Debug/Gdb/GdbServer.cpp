//===- GdbServer.cpp - server of GDB's remote protocol --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatch of packets, queries and execution. GdbState.cpp accesses registers
// and memory.
//
//===----------------------------------------------------------------------===//

#include "GdbServer.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::sim;

GdbServer::GdbServer(Simulator &simulator, GdbConnection &connection)
    : connection(connection), output(text), shell(simulator, output),
      system(simulator.machine().system()) {
  target().poll = [this] { return this->connection.isInterrupted(); };
}

bool GdbServer::serve() {
  while (!leaving) {
    std::optional<std::string> packet = connection.receive();
    if (!packet)
      return false;
    connection.send(answer(*packet));
    if (*packet == "QStartNoAckMode")
      connection.stopAcknowledging();
  }
  return !killed;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

std::string GdbServer::answer(StringRef packet) {
  StringRef rest = packet.drop_front(!packet.empty());
  switch (packet.empty() ? 0 : packet[0]) {
  case '?':
    return "T05thread:" + utohexstr(selected + 1, true) + ";";
  case 'g':
    return readAll();
  case 'G':
    return writeAll(rest);
  case 'p':
    return readOne(rest);
  case 'P':
    return writeOne(rest);
  case 'm':
    return readMemory(rest);
  case 'M':
    return writeMemory(rest);
  case 'H':
    return select(rest);
  case 'T': {
    unsigned thread;
    bool isCore =
        !rest.getAsInteger(16, thread) && thread && thread <= system.numCores();
    return isCore ? good : bad;
  }
  case 'Z':
  case 'z':
    return breakpoint(packet);
  case 'c':
  case 's':
  case 'v':
    return resume(packet);
  case 'D':
    leaving = true;
    return good;
  case 'k':
    leaving = killed = true;
    return good;
  default:
    return general(packet);
  }
}

/// Example: "m1,2,3"
std::string GdbServer::threads() const {
  std::string list;
  for (auto &core : system.cores())
    list += (list.empty() ? "m" : ",") + utohexstr(core->number + 1, true);
  return list;
}

std::string GdbServer::general(StringRef query) {
  static const std::string triple = toHexText("riscv64-unknown-unknown-elf");
  if (query.starts_with("qSupported"))
    return "PacketSize=4000;QStartNoAckMode+;qXfer:features:read+;swbreak+;"
           "vContSupported+";
  if (query == "QStartNoAckMode" || query == "qSymbol::")
    return good;
  if (query.consume_front("qXfer:features:read:target.xml:"))
    return features(query);
  if (query == "qAttached")
    return "1";
  if (query == "qC")
    return "QC" + utohexstr(selected + 1, true);
  if (query == "qfThreadInfo")
    return threads();
  if (query == "qsThreadInfo")
    return "l";
  if (query.consume_front("qThreadExtraInfo,")) {
    unsigned thread;
    return query.getAsInteger(16, thread) || !thread
               ? bad
               : toHexText(("core " + Twine(thread - 1)).str());
  }
  if (query.consume_front("qRcmd,"))
    return monitor(query);
  if (query == "qHostInfo")
    return "triple:" + triple + ";endian:little;ptrsize:8;";
  if (query == "qProcessInfo")
    return "pid:1;triple:" + triple + ";endian:little;ptrsize:8;";
  return unknown;
}

/// Hg selects the thread for inspection, Hc the one for execution; -1 and 0:
/// any.
std::string GdbServer::select(StringRef text) {
  int thread;
  if (text.size() < 2 || text.drop_front().getAsInteger(16, thread) ||
      thread > int(system.numCores()))
    return bad;
  if (thread > 0)
    (text[0] == 'g' ? selected : runs) = unsigned(thread - 1);
  return good;
}

Error GdbServer::runCommand(StringRef command) {
  text.clear();
  if (!shell.isReadOnlyCommand(command))
    return createStringError("'monitor' takes only commands that change no "
                             "state; use the debugger's own command");
  if (Error error = shell.execute("core " + std::to_string(selected)))
    return error;
  text.clear();
  return shell.execute(command);
}

std::string GdbServer::monitor(StringRef hex) {
  std::string command;
  if (!fromHexText(hex, command))
    return bad;
  Error error = runCommand(command);
  std::string shown = text;
  if (error)
    shown += "error: " + toString(std::move(error)) + "\n";
  StringRef rest = shown;
  for (; rest.size() > maxBytes; rest = rest.drop_front(maxBytes))
    connection.send("O" + toHexText(rest.take_front(maxBytes)));
  return rest.empty() ? good : toHexText(rest);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Handles c, s, vCont;s:2;c. An action without a thread applies to all others.
std::string GdbServer::resume(StringRef packet) {
  if (packet == "vCont?")
    return "vCont;c;C;s;S";
  if (packet == "c" || packet == "s")
    return packet == "s" ? step(runs) : continueProgram();
  if (!packet.consume_front("vCont;"))
    return unknown;
  for (StringRef action : split(packet, ';')) {
    auto [kind, thread] = action.split(':');
    unsigned number = selected + 1;
    if (kind.starts_with_insensitive("s"))
      return thread.empty() || !thread.getAsInteger(16, number)
                 ? step(number - 1)
                 : bad;
  }
  return continueProgram();
}

std::string GdbServer::step(unsigned core) {
  if (core >= system.numCores())
    return bad;
  return trapReported ? reportEnd() : report(target().step(core));
}

std::string GdbServer::continueProgram() {
  return trapReported ? reportEnd() : report(target().resume());
}

std::string GdbServer::reportEnd() {
  unsigned status = unsigned(target().result().status) & 0xff;
  return "W" + utohexstr(status, /*LowerCase=*/true, 2);
}

static unsigned signalOf(TrapKind kind) {
  switch (kind) {
  case TrapKind::IllegalInstruction:
    return 4; // SIGILL
  case TrapKind::Misaligned:
    return 10; // SIGBUS in GDB's numbering
  case TrapKind::FetchOutsideCode:
  case TrapKind::OutOfRange:
  case TrapKind::TileOutsideScratchpad:
  case TrapKind::RowsOutsideMemory:
    return 11; // SIGSEGV
  default:
    return 6; // SIGABRT
  }
}

/// A trap is a signal first, so that the state can be inspected; the next
/// resumption reports the end of the program. Its message is sent as console
/// output.
std::string GdbServer::report(const Stop &stop) {
  selected = runs = stop.core;
  unsigned number = 5; // SIGTRAP
  std::string more;
  if (stop.kind == StopKind::Ended) {
    const Result &result = target().result();
    if (!result.message.empty())
      connection.send("O" + toHexText(result.message + "\n"));
    if (result.trap == TrapKind::None)
      return reportEnd();
    trapReported = true; // state remains accessible until the next resume
    number = signalOf(result.trap);
  }
  if (stop.kind == StopKind::Interrupted)
    number = 2; // SIGINT
  if (stop.kind == StopKind::Breakpoint)
    more = "swbreak:;";
  if (stop.kind == StopKind::Watchpoint)
    for (auto &entry : stops)
      if (entry.second == stop.number)
        more = "watch:" + StringRef(entry.first).split(',').first.str() + ";";
  return "T" + utohexstr(number, true, 2) +
         "thread:" + utohexstr(stop.core + 1, true) + ";" + more;
}

/// Z0 and Z1 set breakpoints, Z2 watchpoints on writes; z removes. Example:
/// "Z0,10040,4"
std::string GdbServer::breakpoint(StringRef packet) {
  StringRef type = packet.substr(1, 1);
  auto [addressText, sizeText] = packet.substr(3).split(',');
  uint64_t address, size;
  if (type != "0" && type != "1" && type != "2")
    return unknown;
  if (addressText.getAsInteger(16, address) ||
      sizeText.take_until([](char c) { return c == ';'; })
          .getAsInteger(16, size))
    return bad;
  std::string name = (addressText + "," + sizeText + "," + type).str();
  if (packet[0] == 'z')
    return removeStop(name);
  if (stops.count(name))
    return good;
  unsigned number = addStop(name, type == "2", address, size);
  if (!number)
    return bad;
  stops[name] = number;
  return good;
}

std::string GdbServer::removeStop(const std::string &name) {
  if (auto known = stops.find(name); known != stops.end()) {
    target().remove(known->second);
    stops.erase(known);
  }
  return good;
}

/// Returns the number of the stop; 0 on failure.
unsigned GdbServer::addStop(const std::string &name, bool isWatch,
                            uint64_t address, uint64_t size) {
  if (!isWatch) {
    Breakpoint point = {};
    point.address = address;
    return target().add(std::move(point));
  }
  const uint8_t *bytes =
      size ? system.memory().resolve(selected, address, size) : nullptr;
  return bytes ? target().add(Watchpoint{bytes, size, name, {}}) : 0;
}
