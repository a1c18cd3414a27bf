//===- Fuzz.cpp - damaged and senseless programs --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Fuzz bytes|words COUNT SEED WORK program.elf...
//
// bytes: changes bytes of the programs' files, or cuts them. words: puts random
// instructions of the description where a program has marker words. Runs all of
// them in one process, in all modes. Linked with a simulator that looks for its
// own mistakes, so the only thing to check is that it gets to the end.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Simulator.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using namespace matrix::sim;
using Bytes = std::vector<uint8_t>;

namespace {
/// All instructions of the description, of all variants.
struct Code {
  const char *mnemonic, *assembly;
  uint32_t mask, value;
  uint64_t features;
  unsigned firstOperand, operands;
};
const Code codes[] = {
#define GET_INSTRUCTIONS
#include "MatrixSimDecoder.inc"
};

constexpr uint32_t marker = 0xdeadbeef;
std::mt19937_64 engine;

uint64_t below(uint64_t n) { return engine() % n; }

Bytes read(const char *path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

void write(const std::string &path, const Bytes &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()),
             std::streamsize(bytes.size()));
}

//===----------------------------------------------------------------------===//
// What is done to a program
//===----------------------------------------------------------------------===//

/// Most of it where the structure is: the headers, and the last bytes.
size_t somewhere(const Bytes &bytes) {
  switch (below(4)) {
  case 0:
    return below(64);
  case 1:
    return below(std::min<size_t>(bytes.size(), 512));
  case 2:
    return bytes.size() - 1 - below(bytes.size() / 4);
  default:
    return below(bytes.size());
  }
}

void changeOne(Bytes &bytes) {
  static const uint64_t numbers[] = {
      0, 1, ~0ull, 1ull << 63, 0x7fffffff, 1ull << 45, 1ull << 46, 0xfff0};
  size_t at = somewhere(bytes);
  switch (below(4)) {
  case 0:
    bytes[at] ^= 1 << below(8);
    return;
  case 1:
    bytes[at] = uint8_t(engine());
    return;
  default: {
    uint64_t number = numbers[below(std::size(numbers))] + below(3) - 1;
    size_t size = std::min<size_t>(1 << below(4), bytes.size() - at);
    std::memcpy(&bytes[at], &number, size);
  }
  }
}

void damage(Bytes &bytes) {
  if (below(8) == 0)
    bytes.resize(1 + below(bytes.size()));
  for (uint64_t i = 1 + below(4) * below(4); i; --i)
    changeOne(bytes);
}

uint32_t randomWord() {
  if (below(50) == 0)
    return uint32_t(engine());
  const Code &code = codes[below(std::size(codes))];
  // Small fields more often: counts and offsets that make sense.
  uint32_t bits = uint32_t(engine());
  if (below(2))
    bits &= uint32_t(engine()) & 0xffff00ff;
  return code.value | (bits & ~code.mask);
}

void scramble(Bytes &bytes) {
  for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    uint32_t word;
    std::memcpy(&word, &bytes[at], 4);
    if (word != marker)
      continue;
    word = randomWord();
    std::memcpy(&bytes[at], &word, 4);
  }
}

//===----------------------------------------------------------------------===//
// Running it
//===----------------------------------------------------------------------===//

struct Outcome {
  unsigned refused = 0, ended = 0, trapped = 0;
  uint64_t instructions = 0;
};

void run(const std::string &path, Outcome &outcome) {
  Options options;
  options.maxInstructions = 2000;
  options.timed = below(2);
  options.checked = below(2);
  std::string error;
  auto simulator = Simulator::load(path, options, error);
  if (!simulator) {
    ++outcome.refused;
    return;
  }
  Result result = simulator->run();
  ++(result.trap == TrapKind::None ? outcome.ended : outcome.trapped);
  for (const CoreStatistics &core : simulator->statistics())
    outcome.instructions += core.instructions;
}
} // namespace

int main(int argc, char **argv) {
  if (argc < 6)
    return 2;
  bool words = std::string(argv[1]) == "words";
  engine.seed(std::strtoull(argv[3], nullptr, 10));
  std::vector<Bytes> programs;
  for (int i = 5; i < argc; ++i)
    programs.push_back(read(argv[i]));
  std::string path = std::string(argv[4]) + "/fuzzed.elf";
  Outcome outcome;
  for (uint64_t i = std::strtoull(argv[2], nullptr, 10); i; --i) {
    Bytes program = programs[below(programs.size())];
    words ? scramble(program) : damage(program);
    write(path, program);
    run(path, outcome);
  }
  std::printf("%u refused, %u ended, %u trapped, %llu instructions\n",
              outcome.refused, outcome.ended, outcome.trapped,
              static_cast<unsigned long long>(outcome.instructions));
}
