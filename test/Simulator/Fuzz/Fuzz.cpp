//===- Fuzz.cpp - Fuzzer for programs and host interfaces -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   Fuzz KIND COUNT SEED WORK program.elf...
//
// Applies mutation KIND (Fuzz.h) COUNT times to a randomly chosen program, in
// one process and in all simulation modes. It is linked with a simulator built
// with sanitizers, so completing without a crash is the main check.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include <cstdio>
#include <cstdlib>
#include <fstream>

using namespace matrix::sim;
using namespace fuzz;

//===----------------------------------------------------------------------===//
// Random numbers and files
//===----------------------------------------------------------------------===//

uint64_t fuzz::edge() {
  static const uint64_t numbers[] = {0,          ~0ull,      0x7fffffff,
                                     1ull << 45, 1ull << 46, 0xfff0};
  uint64_t number = below(2) ? oneOf(numbers) : uint64_t(1) << below(64);
  return number + below(3) - 1;
}

uint64_t fuzz::address() {
  static const uint64_t bases[] = {
      0x10000, 0x10008, 0x100000, 1ull << 45, (1ull << 45) + 4096, 1ull << 46};
  return below(4) ? oneOf(bases) + below(2) * 4 * below(16) : edge();
}

std::string fuzz::mangled(std::string text) {
  for (unsigned i = below(4) ? 0 : 1 + below(3); i && !text.empty(); --i) {
    size_t at = below(text.size());
    if (below(3) == 0)
      text.erase(at, 1);
    else if (below(2))
      text[at] = char(engine());
    else
      text.insert(at, 1, oneOf(":,;=#[]x-+*. 09"));
  }
  return text;
}

Bytes fuzz::read(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), {});
}

void fuzz::write(const std::string &path, const Bytes &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char *>(bytes.data()),
             std::streamsize(bytes.size()));
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Options fuzz::anyOptions() {
  Options options;
  options.maxInstructions = 2000;
  options.maxCycles = below(4) ? 0 : 1 + below(5000);
  options.timed = below(2);
  options.checked = below(2);
  options.cores = below(3) ? 0 : unsigned(1 + below(4));
  if (below(8) == 0)
    options.arguments = {"program", std::string(below(100), 'x')};
  return options;
}

std::unique_ptr<Simulator>
fuzz::load(const std::string &path, const Options &options, Outcome &outcome) {
  auto simulator = Simulator::load(path, options);
  if (simulator)
    return std::move(*simulator);
  llvm::consumeError(simulator.takeError());
  ++outcome.rejected;
  return nullptr;
}

Result fuzz::run(Simulator &simulator, Outcome &outcome) {
  Result result = simulator.run();
  ++(result.trap == TrapKind::None ? outcome.ended : outcome.trapped);
  for (const CoreStatistics &core : simulator.statistics())
    outcome.instructions += core.instructions;
  simulator.results();
  return result;
}

static void bytes(const Program &program, const std::string &path,
                  Outcome &outcome) {
  Bytes damaged = program.bytes;
  damage(damaged);
  write(path, damaged);
  Options options = anyOptions();
  if (below(4) == 0)
    return commands({program.name, damaged}, path, outcome);
  if (options.timed && below(4) == 0)
    options.record = path + ".record";
  if (auto simulator = load(path, options, outcome))
    run(*simulator, outcome);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*once)(const Program &, const std::string &, Outcome &);
  } kinds[] = {{"bytes", bytes},         {"words", words},
               {"transfers", transfers}, {"commands", commands},
               {"packets", packets},     {"calls", calls},
               {"tensors", tensors}};
  std::vector<Program> programs;
  for (int i = 5; i < argc; ++i)
    programs.push_back({argv[i], read(argv[i])});
  if (programs.empty())
    return 2;
  uint64_t count = std::strtoull(argv[2], nullptr, 10);
  engine.seed(std::strtoull(argv[3], nullptr, 10));
  std::string path = std::string(argv[4]) + "/" + argv[1] + ".elf";
  Outcome outcome;
  for (const auto &kind : kinds)
    for (uint64_t i = 0; kind.name == std::string(argv[1]) && i < count; ++i)
      kind.once(programs[below(programs.size())], path, outcome);
  std::printf("%u rejected, %u ended, %u trapped, %u compared, "
              "%llu instructions\n",
              outcome.rejected, outcome.ended, outcome.trapped,
              outcome.compared,
              static_cast<unsigned long long>(outcome.instructions));
}
