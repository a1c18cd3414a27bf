//===- Words.cpp - Fuzzing of instruction words ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Core/InstructionCode.h"
#include "Fuzz.h"
#include "Loader/Executable.h"
#include "Machine/Machine.h"
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace fuzz;
using namespace matrix::sim;

namespace {
/// All instructions of the description, for all variants.
const InstructionCode instructions[] = {
#define GET_INSTRUCTIONS
#include "MatrixSimDecoder.inc"
};

constexpr uint32_t marker = 0xdeadbeef;
} // namespace

/// Random bits occasionally; otherwise an instruction of the variant.
static uint32_t randomWord(const Decoder &decoder) {
  if (below(200) == 0)
    return uint32_t(engine());
  while (true) {
    const InstructionCode &code = oneOf(instructions);
    uint32_t bits = uint32_t(engine());
    if (below(4)) // prefer small values: valid counts and offsets
      bits &= uint32_t(engine()) & 0xffff00ff;
    uint32_t word = code.value | (bits & ~code.mask);
    if (decoder.decode(word).opcode != opcode::illegal)
      return word;
  }
}

static std::vector<size_t> markers(const Bytes &bytes) {
  std::vector<size_t> places;
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4)
    if (std::memcmp(&bytes[at], &marker, 4) == 0)
      places.push_back(at);
  return places;
}

/// File offset of the instruction at which a core has trapped; 0 if it is not
/// in the file.
static size_t trapPlace(Simulator &simulator) {
  const char *file = simulator.program().object().getData().data();
  for (auto &core : simulator.machine().system().cores()) {
    uint64_t pc = core->trapped.elsewhere ? core->trapped.pc : core->pc;
    for (const Segment &s : simulator.program().segments)
      if (core->hasTrapped() && s.executable && pc - s.address < s.data.size())
        return size_t(reinterpret_cast<const char *>(s.data.data()) - file) +
               (pc - s.address);
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Comparison of functional and timed results
//===----------------------------------------------------------------------===//

static void check(bool same, const char *what, const std::string &path) {
  if (same)
    return;
  std::printf("%s: %s differ with and without time\n", path.c_str(), what);
  std::fflush(stdout);
  std::abort();
}

/// True for instructions that observe time; their results may differ.
static bool seesTime(Simulator &simulator) {
  Machine &machine = simulator.machine();
  for (uint64_t pc = machine.system().code().base();
       pc < machine.system().code().end(); pc += 4) {
    uint32_t word;
    std::memcpy(&word, machine.system().memory().resolve(0, pc, 4), 4);
    std::string text = machine.system().decoder().text(word, pc);
    if (text.find("csrr") != std::string::npos ||
        text.find("test") != std::string::npos)
      return true;
  }
  return false;
}

static void compare(const std::string &path, Outcome &outcome) {
  Options options;
  options.maxInstructions = 2000;
  options.cores = 1;
  auto plain = load(path, options, outcome);
  options.timed = true;
  auto timed = load(path, options, outcome);
  if (!plain || !timed || seesTime(*plain) ||
      run(*plain, outcome).trap != TrapKind::None ||
      run(*timed, outcome).trap != TrapKind::None)
    return;
  ++outcome.compared;
  const Core &a = plain->machine().system().core(0),
             &b = timed->machine().system().core(0);
  check(a.retired == b.retired, "numbers of instructions", path);
  check(!std::memcmp(a.x, b.x, 8 * Core::numGeneral), "registers", path);
  check(!std::memcmp(a.f, b.f, sizeof(a.f)), "floats", path);
  check(!std::memcmp(&a.rows, &b.rows, sizeof(a.rows)), "states", path);
  if (a.rowMemories)
    check(!std::memcmp(a.rowMemories, b.rowMemories, sizeof(RowMemories)),
          "row memories", path);
  const auto &variant = plain->machine().system().variant();
  check(!std::memcmp(a.tiles, b.tiles,
                     variant.tileRegisters * size_t(variant.tileBytes())),
        "tiles", path);
  if (size_t size = plain->machine().system().memory().scratchpadBytes())
    check(!std::memcmp(a.view.own, b.view.own, size), "scratchpads", path);
}

//===----------------------------------------------------------------------===//
// Extension of a program
//===----------------------------------------------------------------------===//

void fuzz::words(const Program &program, const std::string &path,
                 Outcome &outcome) {
  Bytes bytes = program.bytes;
  std::vector<size_t> places = markers(bytes);
  Options options = anyOptions();
  std::unique_ptr<Decoder> decoder;
  auto scramble = [&](size_t at) {
    uint32_t word = randomWord(*decoder);
    std::memcpy(&bytes[at], &word, 4);
  };
  for (unsigned round = 0; round < 24; ++round) {
    write(path, bytes);
    auto simulator = load(path, options, outcome);
    if (!simulator && options.cores) {
      options.cores = 0;
      continue;
    }
    if (!simulator)
      return;
    if (!decoder) {
      decoder = std::make_unique<Decoder>(simulator->variant());
      for (size_t at : places)
        scramble(at);
      continue;
    }
    if (run(*simulator, outcome).trap == TrapKind::None)
      break;
    size_t at = trapPlace(*simulator);
    if (std::find(places.begin(), places.end(), at) != places.end())
      scramble(at);
  }
  compare(path, outcome);
}
