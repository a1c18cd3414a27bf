//===- ShellRun.cpp - debugger commands that execute ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands that set breakpoints and watchpoints or execute the program, and the
// reports of stops. A source line is left by single steps until the line table
// has another line. A call is an instruction that sets the return address
// register to the following instruction and goes elsewhere: 'next' runs to that
// instruction at the same stack pointer, so that a recursive call does not end
// the step.
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

Error Shell::breakAt(Words words) {
  int only = -1;
  if (words.size() == 3 && words[1] == "core") {
    if (words[2].getAsInteger(10, only) || only < 0 ||
        unsigned(only) >= debugger.system.numCores())
      return createStringError("there is no core " + words[2]);
    words = words.take_front(1);
  }
  if (words.size() != 1)
    return usage();
  auto addresses = operands.code(words[0], core());
  if (!addresses)
    return addresses.takeError();
  for (uint64_t address : *addresses) {
    Breakpoint point = {};
    point.address = address;
    point.core = only;
    point.text = words[0].str();
    unsigned number = debugger.add(std::move(point));
    out << "breakpoint " << number << " at " << placeText(address) << "\n";
  }
  return Error::success();
}

Error Shell::watch(Words words) {
  if (words.size() != 1)
    return usage();
  auto rows = operands.block(words[0], core());
  if (!rows)
    return rows.takeError();
  const Block &block = rows->block;
  std::string text = "core " + std::to_string(current) + " " + words[0].str();
  Watchpoint point{block.data, block.bytes(), text, {}};
  if (block.rows > 1)
    point.rowBytes = block.rowBytes;
  point.firstRow = rows->first;
  unsigned number = debugger.add(std::move(point));
  if (!number)
    return createStringError("at most " + Twine(Debugger::maxWatched) +
                             " bytes can be watched");
  out << "watchpoint " << number << ": " << text << "\n";
  return Error::success();
}

Error Shell::remove(Words words) {
  unsigned number;
  if (words.size() != 1)
    return usage();
  if (words[0].getAsInteger(10, number) || !debugger.remove(number))
    return createStringError("there is no breakpoint or watchpoint " +
                             words[0]);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Error Shell::canResume() {
  return debugger.hasEnded() ? createStringError("the program has ended")
                             : Error::success();
}

/// Number of repetitions: the operand, or 1.
static Expected<uint64_t> count(ArrayRef<StringRef> words) {
  uint64_t times = 1;
  if (words.empty() ||
      (words.size() == 1 && !words[0].getAsInteger(0, times) && times))
    return times;
  return createStringError("'" + words[0] + "' is not a number above 0");
}

Error Shell::resume(Words words) {
  if (!words.empty())
    return usage();
  if (Error error = canResume())
    return error;
  report(debugger.resume());
  return Error::success();
}

Error Shell::stepInstruction(Words words) {
  Expected<uint64_t> times = count(words);
  if (!times)
    return times.takeError();
  if (Error error = canResume())
    return error;
  report(
      debugger.stepUntil(current, [&](const Core &) { return --*times == 0; }));
  return Error::success();
}

Error Shell::stepLines(Words words, bool intoCalls) {
  Expected<uint64_t> times = count(words);
  if (!times)
    return times.takeError();
  while ((*times)--) {
    if (Error error = canResume())
      return error;
    lineStep(intoCalls);
  }
  return Error::success();
}

Error Shell::stepLine(Words words) {
  return stepLines(words, /*intoCalls=*/true);
}
Error Shell::nextLine(Words words) {
  return stepLines(words, /*intoCalls=*/false);
}

/// Steps until the source line is known and differs from the current one.
void Shell::lineStep(bool intoCalls) {
  SourceLocation start = symbols.location(core().pc);
  while (true) {
    uint64_t pc = core().pc,
             stack = uint64_t(core().x[registers::stackPointer]);
    Stop stop = debugger.step(current);
    bool called =
        stop.kind == StopKind::Stepped && core().pc != pc + instructionBytes &&
        uint64_t(core().x[registers::returnAddress]) == pc + instructionBytes;
    if (called && !intoCalls)
      stop = debugger.runTo(current, pc + instructionBytes, stack);
    SourceLocation location = symbols.location(core().pc);
    bool arrived = location.line && !(location == start);
    if (stop.kind != StopKind::Stepped || arrived || !start.line ||
        core().state == CoreState::Halted)
      return report(stop);
  }
}

Error Shell::finish(Words words) {
  if (!words.empty())
    return usage();
  if (Error error = canResume())
    return error;
  std::vector<Frame> frames = backtrace(debugger.system, core(), symbols);
  if (frames.size() < 2)
    return createStringError("the caller is not known");
  report(debugger.runTo(current, frames[1].pc + instructionBytes,
                        frames[1].stack));
  return Error::success();
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

void Shell::report(const Stop &stop) {
  out.flush();
  if (stop.kind == StopKind::Ended) {
    const Result &result = debugger.result();
    if (!result.message.empty())
      out << result.message << "\n";
    out << "the program has ended with status " << result.status << "\n";
    current = stop.core;
    return;
  }
  current = stop.core;
  if (stop.kind == StopKind::Watchpoint)
    reportChange(stop);
  else if (stop.kind == StopKind::Breakpoint)
    out << "core " << stop.core << ": breakpoint " << stop.number << "\n";
  else if (stop.kind == StopKind::Interrupted)
    out << "core " << stop.core << ": interrupted\n";
  showLocation();
}

Error Shell::selectCore(Words words) {
  unsigned number;
  if (words.size() != 1)
    return usage();
  if (words[0].getAsInteger(10, number) || number >= debugger.system.numCores())
    return createStringError("there is no core " + words[0]);
  current = number;
  showLocation();
  return Error::success();
}

Error Shell::set(Words words) {
  if (words.size() != 2)
    return usage();
  unsigned number = registerNumber(words[0]);
  if (number >= numScalarRegisters)
    return createStringError("there is no scalar register '" + words[0] + "'");
  Expected<uint64_t> value = operands.number(words[1], core());
  if (!value)
    return value.takeError();
  if (number == pcRegister && !debugger.system.code().at(*value))
    return createStringError("there is no instruction at " + hex(*value));
  writeRegister(core(), number, *value);
  return Error::success();
}
