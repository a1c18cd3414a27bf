//===- Messages.cpp - error messages and positions of cores ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Formats an error as one line with the source location of the instruction,
// followed by notes: the instruction, the call stack including inlined calls,
// and other instructions involved. Locations have the form of compiler
// messages, file:line:column, so that editors find them. Without debug
// information the path of the program stands for the source file.
//
//===----------------------------------------------------------------------===//

#include "DebugInfo/Backtrace.h"
#include "DebugInfo/SourceLines.h"
#include "Machine/Deadlock.h"
#include "SimulatorState.h"
#include "Support/Hex.h"
#include "Timing/CoreTime.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

/// Maximum number of calls in a message; recursion may be deep.
static constexpr size_t maxCalls = 16;

namespace {
/// A source location and its function.
struct CodeLocation {
  std::string location, function;
  bool isInlined; // the function, into that of the next place
};

/// Source locations of code, from the debug information of the program.
class CodeLocations {
public:
  explicit CodeLocations(const Symbols &symbols) : symbols(symbols) {}

  /// Location of the instruction at `pc`, of the call its function is inlined
  /// from, and so on.
  std::vector<CodeLocation> at(uint64_t pc) const {
    std::vector<CodeLocation> locations;
    DIInliningInfo info = findFrames(symbols.dwarf(), pc);
    unsigned count = info.getNumberOfFrames();
    for (unsigned i = 0; i < count; ++i)
      locations.push_back(
          {text(info.getFrame(i)), name(info.getFrame(i), pc), i + 1 < count});
    if (locations.empty())
      locations.push_back({"", symbols.name(pc), false});
    DILineInfo line;
    if (locations[0].location.empty() &&
        findLine(symbols.dwarf(), pc,
                 DILineInfoSpecifier::FileLineInfoKind::RawValue, line))
      locations[0].location = text(line);
    return locations;
  }

  bool isDamaged() const { return symbols.isDamaged(); }

  std::vector<CodeLocation> stackOf(const System &system,
                                    const Core &core) const {
    std::vector<CodeLocation> all;
    for (const Frame &frame : backtrace(system, core, symbols))
      for (CodeLocation &location : at(frame.pc))
        all.push_back(std::move(location));
    return all;
  }

  /// Formats "\nfile:line:col: note: 'f' is called here" for each call.
  static std::string calls(ArrayRef<CodeLocation> locations) {
    std::string text;
    size_t shown = 0;
    for (size_t i = 1; i < locations.size(); ++i)
      if (!locations[i].location.empty() && ++shown <= maxCalls)
        text += "\n" + locations[i].location + ": note: '" +
                locations[i - 1].function + "' is " +
                (locations[i - 1].isInlined ? "inlined" : "called") + " here";
    if (shown > maxCalls)
      text += "\n" + locations.back().location + ": note: and " +
              std::to_string(shown - maxCalls) + " more calls";
    return text;
  }

private:
  static bool isKnown(const DILineInfo &line) {
    return line.Line && !line.FileName.empty() &&
           line.FileName != DILineInfo::BadString;
  }
  static std::string text(const DILineInfo &line) {
    return isKnown(line) ? line.FileName + ":" + std::to_string(line.Line) +
                               ":" + std::to_string(line.Column)
                         : "";
  }
  std::string name(const DILineInfo &line, uint64_t pc) const {
    bool isNamed = !line.FunctionName.empty() &&
                   line.FunctionName != DILineInfo::BadString;
    return isNamed ? line.FunctionName
                   : StringRef(symbols.name(pc)).split('+').first.str();
  }

  const Symbols &symbols;
};
} // namespace

const Symbols &Simulator::State::symbols() {
  if (!names)
    names = std::make_unique<Symbols>(program->object());
  return *names;
}

/// Example: "pc 0x10000: `add r1, r2, r3`"
std::string Simulator::State::instructionAt(uint64_t pc) const {
  std::string text = "pc " + hex(pc);
  uint32_t word;
  const Code &code = machine->system().code();
  const uint8_t *bytes =
      machine->system().memory().resolve(0, code.wordAddress(pc), sizeof(word));
  if (!code.at(pc) || !bytes)
    return text;
  std::memcpy(&word, bytes, sizeof(word));
  return text + ": " + machine->system().decoder().text(word, pc);
}

static std::string orProgram(const std::string &location,
                             const Executable &program) {
  return location.empty() ? program.path : location;
}

std::string Simulator::State::describe(const Core &core) {
  CodeLocations locations(symbols());
  bool elsewhere = core.trapped.elsewhere;
  uint64_t pc = elsewhere ? core.trapped.pc : core.pc;
  std::vector<CodeLocation> stack =
      elsewhere ? locations.at(pc) : locations.stackOf(machine->system(), core);
  if (stack.empty())
    stack = locations.at(pc);
  std::string text =
      orProgram(stack[0].location, *program) + ": error: core " +
      std::to_string(core.number) + ": " + core.trapped.what + "\n" +
      program->path + ": note: " +
      (core.time ? "cycle " + std::to_string(core.time->issue) + ", " : "") +
      "instruction " + std::to_string(core.retired) + ", " + instructionAt(pc) +
      CodeLocations::calls(stack);
  if (locations.isDamaged())
    text += "\n" + program->path +
            ": note: the debug information is damaged and ignored";
  for (const Core::Note &note : core.trapped.notes) {
    std::vector<CodeLocation> other = locations.at(note.pc);
    text += "\n" + orProgram(other[0].location, *program) +
            ": note: " + note.what + ": " + instructionAt(note.pc) +
            CodeLocations::calls(other);
  }
  if (core.trapped.kind == TrapKind::InstructionLimit &&
      machine->system().numCores() > 1)
    text += "\n" + describeCores(&core);
  return text;
}

/// Position of each core, or the event it waits for.
std::string Simulator::State::describeCores(const Core *except) {
  CodeLocations locations(symbols());
  std::string text;
  for (const auto &core : machine->system().cores()) {
    if (core.get() == except)
      continue;
    std::string name = "core " + std::to_string(core->number),
                wait = describeWait(machine->system(), *core);
    text += text.empty() ? "" : "\n";
    if (core->state == CoreState::Halted) {
      text += program->path + ": note: " + name + " has halted";
      continue;
    }
    // The pc of a waiting core is past its instruction.
    uint64_t pc = wait.empty() ? core->pc : core->pc - instructionBytes;
    std::vector<CodeLocation> stack =
        wait.empty() ? locations.stackOf(machine->system(), *core)
                     : locations.at(pc);
    if (stack.empty())
      stack = locations.at(pc);
    text += orProgram(stack[0].location, *program) + ": note: " + name +
            (wait.empty() ? " is here" : " waits " + wait) + ", instruction " +
            std::to_string(core->retired) + ", " + instructionAt(pc) +
            CodeLocations::calls(stack);
  }
  return text;
}

const Symbols &Simulator::symbols() const { return state->symbols(); }
std::string Simulator::locations() const { return state->describeCores(); }
