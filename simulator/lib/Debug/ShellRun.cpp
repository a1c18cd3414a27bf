//===- ShellRun.cpp - debugger commands that execute ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands that set breakpoints and watchpoints or execute the program, and the
// reports of stops.
//
//===----------------------------------------------------------------------===//

#include "DebugInfo/Backtrace.h"
#include "Shell.h"
#include "Support/Hex.h"

using namespace llvm;
using namespace matrix::sim;
namespace registers = matrix::desc::registers;

//===----------------------------------------------------------------------===//
// Breakpoints and watchpoints
//===----------------------------------------------------------------------===//

bool Shell::breakAt(Words words) {
  int only = -1;
  if (words.size() == 3 && words[1] == "core") {
    if (words[2].getAsInteger(10, only) || only < 0 ||
        unsigned(only) >= debugger.machine.cores.size())
      return fail("there is no core " + words[2]);
    words = words.take_front(1);
  }
  std::vector<uint64_t> addresses;
  if (words.size() != 1 || !operands.code(words[0], core(), addresses))
    return false;
  for (uint64_t address : addresses) {
    Breakpoint point = {};
    point.address = address;
    point.core = only;
    point.text = words[0].str();
    unsigned number = debugger.add(std::move(point));
    out << "breakpoint " << number << " at " << placeText(address) << "\n";
  }
  return true;
}

bool Shell::watch(Words words) {
  Block block;
  uint64_t first;
  if (words.size() != 1 || !operands.block(words[0], core(), block, first))
    return false;
  std::string text = "core " + std::to_string(current) + " " + words[0].str();
  Watchpoint point{block.data, block.bytes(), text, {}};
  if (block.rows > 1)
    point.rowBytes = block.rowBytes;
  point.firstRow = first;
  unsigned number = debugger.add(std::move(point));
  if (!number)
    return fail("at most " + Twine(Debugger::maxWatched) +
                " bytes can be watched");
  out << "watchpoint " << number << ": " << text << "\n";
  return true;
}

bool Shell::remove(Words words) {
  unsigned number;
  if (words.size() != 1)
    return false;
  if (words[0].getAsInteger(10, number) || !debugger.remove(number))
    return fail("there is no breakpoint or watchpoint " + words[0]);
  return true;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

bool Shell::canResume() {
  return !debugger.hasEnded() || fail("the program has ended");
}

bool Shell::count(Words words, uint64_t &times) {
  times = 1;
  return words.empty() ||
         (words.size() == 1 && !words[0].getAsInteger(0, times) && times) ||
         fail("'" + words[0] + "' is no number above 0");
}

bool Shell::resume(Words words) {
  return words.empty() && canResume() && report(debugger.resume());
}

bool Shell::stepInstruction(Words words) {
  uint64_t times;
  if (!count(words, times) || !canResume())
    return false;
  Stop stop =
      debugger.stepUntil(current, [&](const Core &) { return --times == 0; });
  return report(stop);
}

bool Shell::stepLine(Words words) {
  uint64_t times;
  if (!count(words, times))
    return false;
  while (times--)
    if (!canResume() || !lineStep(/*intoCalls=*/true))
      return false;
  return true;
}

bool Shell::nextLine(Words words) {
  uint64_t times;
  if (!count(words, times))
    return false;
  while (times--)
    if (!canResume() || !lineStep(/*intoCalls=*/false))
      return false;
  return true;
}

/// Steps until the source line is known and differs from the current one.
bool Shell::lineStep(bool intoCalls) {
  SourceLocation start = symbols.location(core().pc);
  while (true) {
    uint64_t pc = core().pc,
             stack = uint64_t(core().x[registers::stackPointer]);
    Stop stop = debugger.step(current);
    bool called = stop.kind == StopKind::Stepped && core().pc != pc + 4 &&
                  uint64_t(core().x[registers::returnAddress]) == pc + 4;
    if (called && !intoCalls)
      stop = debugger.runTo(current, pc + 4, stack);
    SourceLocation location = symbols.location(core().pc);
    bool arrived = location.line && !(location == start);
    if (stop.kind != StopKind::Stepped || arrived || !start.line ||
        core().state == CoreState::Halted)
      return report(stop);
  }
}

bool Shell::finish(Words words) {
  if (!words.empty() || !canResume())
    return false;
  std::vector<Frame> frames = backtrace(debugger.machine, core(), symbols);
  if (frames.size() < 2)
    return fail("the caller is not known");
  return report(debugger.runTo(current, frames[1].pc + 4, frames[1].stack));
}

//===----------------------------------------------------------------------===//
// Reports of stops
//===----------------------------------------------------------------------===//

void Shell::reportChange(const Stop &stop) {
  const Watchpoint &watch = debugger.watchpoints().at(stop.number);
  ElementFormat bytes = ElementFormat::words(1);
  uint64_t at = 0;
  while (watch.data[at] == stop.before[at])
    ++at;
  at -= at % 8;
  uint64_t size = std::min<uint64_t>(8, watch.size - at);
  auto text = [&](const uint8_t *data) {
    std::string list;
    for (uint64_t i = 0; i < size; ++i)
      list += " " + bytes.print(data + at + i);
    return list;
  };
  out << "core " << stop.core << ": watchpoint " << stop.number << ", "
      << watch.text << ": ";
  uint64_t column = at;
  if (watch.rowBytes) {
    out << "row " << watch.firstRow + at / watch.rowBytes << ", ";
    column = at % watch.rowBytes;
  }
  out << "byte " << column << " on:" << text(stop.before.data()) << " ->"
      << text(watch.data) << "\n";
  out << "changed by " << placeText(stop.pc) << "\n";
}

bool Shell::report(const Stop &stop) {
  out.flush();
  if (stop.kind == StopKind::Ended) {
    const Result &result = debugger.result();
    if (!result.message.empty())
      out << result.message << "\n";
    out << "the program has ended with status " << result.status << "\n";
    current = stop.core;
    return true;
  }
  current = stop.core;
  if (stop.kind == StopKind::Watchpoint)
    reportChange(stop);
  else if (stop.kind == StopKind::Breakpoint)
    out << "core " << stop.core << ": breakpoint " << stop.number << "\n";
  else if (stop.kind == StopKind::Interrupted)
    out << "core " << stop.core << ": interrupted\n";
  showLocation();
  return true;
}

bool Shell::selectCore(Words words) {
  unsigned number;
  if (words.size() != 1)
    return false;
  if (words[0].getAsInteger(10, number) ||
      number >= debugger.machine.cores.size())
    return fail("there is no core " + words[0]);
  current = number;
  showLocation();
  return true;
}

bool Shell::set(Words words) {
  if (words.size() != 2)
    return false;
  unsigned number = registerNumber(words[0]);
  if (number >= numScalarRegisters)
    return fail("there is no scalar register '" + words[0] + "'");
  uint64_t value;
  if (!operands.number(words[1], core(), value))
    return false;
  if (number == pcRegister && !debugger.machine.code.at(value))
    return fail("there is no instruction at " + hex(value));
  writeRegister(core(), number, value);
  return true;
}
