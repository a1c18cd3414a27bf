//===- ShellShow.cpp - debugger commands that print -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Commands that print code, registers, blocks, call stacks and lists. They
// change no state of the program, so that 'monitor' may execute them while a
// remote debugger is attached. Sizes of printed text and of dumps are bounded.
//
//===----------------------------------------------------------------------===//

#include "DebugInfo/Backtrace.h"
#include "Shell.h"
#include "Support/Hex.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Example: "0x10040 main+0x10 file.c:12"
std::string Shell::placeText(uint64_t pc) const {
  std::string text = hex(pc), name = symbols.name(pc);
  if (!name.empty())
    text += " " + name;
  SourceLocation location = symbols.location(pc);
  if (location.line)
    text += " " + location.file + ":" + std::to_string(location.line);
  return text;
}

void Shell::showInstruction(uint64_t pc) {
  std::string text = sim::disassemble(debugger.system, pc);
  out << (text.empty() ? "no instruction" : text) << "\n";
}

static StringRef stateText(CoreState state) {
  switch (state) {
  case CoreState::Running:
    return "running";
  case CoreState::Blocked:
    return "waiting to issue";
  case CoreState::AtBarrier:
    return "at a barrier";
  case CoreState::AtSemaphore:
    return "at a semaphore";
  case CoreState::Halted:
    return "halted";
  case CoreState::Trapped:
    return "trapped";
  }
  return "";
}

void Shell::showLocation() {
  out << "core " << current << ": " << placeText(core().pc);
  if (core().state != CoreState::Running)
    out << " (" << stateText(core().state) << ")";
  out << ": ";
  showInstruction(core().pc);
}

Error Shell::disassemble(Words words) {
  uint64_t start = core().pc, lines = 8;
  if (!words.empty()) {
    auto addresses = operands.code(words[0], core());
    if (!addresses)
      return addresses.takeError();
    start = addresses->front();
  }
  if (words.size() > 2 ||
      (words.size() == 2 && words[1].getAsInteger(0, lines)))
    return usage();
  const Code &code = debugger.system.code();
  for (uint64_t i = code.indexOf(start); lines-- && i < code.size(); ++i) {
    uint64_t pc = code.addressOf(i);
    out << (pc == core().pc ? "=> " : "   ") << placeText(pc) << ": ";
    showInstruction(pc);
  }
  return Error::success();
}

Error Shell::trace(Words words) {
  unsigned number = 0;
  for (const Frame &frame : backtrace(debugger.system, core(), symbols))
    out << "#" << number++ << " " << placeText(frame.pc) << "\n";
  return words.empty() ? Error::success() : usage();
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

Error Shell::registers(Words words) {
  std::vector<unsigned> wanted;
  for (StringRef word : words) {
    wanted.push_back(registerNumber(word));
    if (wanted.back() >= numScalarRegisters)
      return createStringError("there is no scalar register '" + word + "'");
  }
  if (words.empty())
    for (unsigned i = 0; i < numScalarRegisters; ++i)
      if (i < Core::numGeneral || i == pcRegister || readRegister(core(), i))
        wanted.push_back(i);
  for (unsigned number : wanted) {
    uint64_t value = readRegister(core(), number);
    out << format("%-4s0x%016llx  ", registerName(number).c_str(),
                  (unsigned long long)value);
    if (number < Core::numGeneral)
      out << int64_t(value);
    else if (number < pcRegister)
      out << "f64 " << core().f64(number - Core::numGeneral) << ", f32 "
          << core().f32(number - Core::numGeneral);
    else
      out << symbols.name(value);
    out << "\n";
  }
  return Error::success();
}

// Text and copies take a multiple of the size in host memory.
static constexpr uint64_t maxShown = 16 << 20, maxDumped = 1 << 30;

Error Shell::show(Words words) {
  if (words.empty() || words.size() > 2)
    return usage();
  auto rows = operands.block(words[0], core());
  if (!rows)
    return rows.takeError();
  auto format = operands.format(words.size() > 1 ? words[1] : "", rows->block);
  if (!format)
    return format.takeError();
  if (rows->block.bytes() > maxShown)
    return createStringError(
        "at most " + Twine(maxShown) +
        " bytes can be shown; 'dump' them, or give fewer rows");
  out << printBlock(rows->block, *format, rows->first);
  return Error::success();
}

Error Shell::dump(Words words) {
  if (words.size() < 2 || words.size() > 3)
    return usage();
  auto rows = operands.block(words[1], core());
  if (!rows)
    return rows.takeError();
  auto format = operands.format(words.size() > 2 ? words[2] : "", rows->block);
  if (!format)
    return format.takeError();
  if (rows->block.bytes() > maxDumped)
    return createStringError("at most " + Twine(maxDumped) +
                             " bytes can be dumped");
  NpyArray array = blockArray(rows->block, *format);
  if (Error error = writeNpy(words[0].str(), array))
    return error;
  out << "wrote " << npyShape(array.shape) << " of '" << array.descr << "' to "
      << words[0] << "\n";
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void Shell::listStops() {
  for (const auto &entry : debugger.breakpoints()) {
    const Breakpoint &point = entry.second;
    out << "breakpoint " << entry.first << " at " << placeText(point.address);
    if (point.core >= 0)
      out << ", core " << point.core;
    out << ": " << point.hits << " times\n";
  }
  for (const auto &entry : debugger.watchpoints())
    out << "watchpoint " << entry.first << ": " << entry.second.text << "\n";
}

void Shell::listCores() {
  unsigned selected = current;
  for (current = 0; current < debugger.system.numCores(); ++current) {
    out << (current == selected ? "* " : "  ");
    showLocation();
  }
  current = selected;
}

Error Shell::info(Words words) {
  if (words.size() != 1)
    return usage();
  if (words[0] == "breaks")
    listStops();
  else if (words[0] == "cores")
    listCores();
  else if (words[0] == "blocks")
    for (const std::string &line : listBlocks(debugger.system))
      out << line << "\n";
  else if (words[0] == "state" || words[0] == "csr")
    for (const NamedNumber &n : words[0] == "csr"
                                    ? listControlRegisters(core())
                                    : listState(debugger.system, core()))
      out << n.name << " = " << n.value << "\n";
  else
    return usage();
  return Error::success();
}
