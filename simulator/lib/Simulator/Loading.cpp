//===- Loading.cpp - program loading --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the machine for a program, copies its segments into memory, decodes
// its code, and allocates its arguments.
//
//===----------------------------------------------------------------------===//

#include "Sanitizer/Hazards.h"
#include "SimulatorState.h"
#include "Support/Hex.h"
#include "matrix/Description/Hash.h"
#include "llvm/Support/MathExtras.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Construction of the machine
//===----------------------------------------------------------------------===//

bool Simulator::State::makeMachine(std::string &error) {
  const desc::VariantInfo *variant = chooseVariant(error);
  unsigned cores = variant ? chooseCores(*variant, error) : 0;
  if (!cores)
    return false;
  machine = std::make_unique<Machine>(*variant, cores);
  machine->maxCycles = options.maxCycles;
  if (!chooseStack(error))
    return false;
  machine->setMode(options.timed, options.checked);
  return (machine->isValid() &&
          (!machine->hazards || machine->hazards->isValid())) ||
         fail(
             error,
             "the host has no address space for its memories; raise ulimit -v");
}

/// Example: "base, qkv"
static std::string variantNames() {
  std::string names;
  for (const desc::VariantInfo &v : desc::variants)
    names += (names.empty() ? "" : ", ") + std::string(v.cpu);
  return names;
}

/// Variant of the program; null if it is unknown or contradicts the options.
const desc::VariantInfo *
Simulator::State::chooseVariant(std::string &error) const {
  const desc::VariantInfo *variant = desc::lookupVariant(program->variant);
  if (!variant)
    fail(error, "is for variant '" + program->variant + "'; known are " +
                    variantNames());
  else if (!options.cpu.empty() && desc::lookupVariant(options.cpu) != variant)
    fail(error, "is for variant '" + std::string(variant->cpu) + "', not '" +
                    options.cpu +
                    "'; compile it for that one, or leave --mcpu out");
  else if (!program->hash.empty() && program->hash != desc::descriptionHash)
    fail(error,
         "was made from another description of the machine; build it again");
  else
    return variant;
  return nullptr;
}

/// matrix-ld rejects stacks that do not fit, but the file may be damaged.
bool Simulator::State::chooseStack(std::string &error) const {
  if (!program->stackSize)
    return true;
  machine->stackSize = program->stackSize;
  uint64_t maximum = machine->variant.stack == desc::lookupSpace("scratchpad")
                         ? machine->memory.scratchpadBytes()
                         : machine->memory.dramBytes() / machine->cores.size();
  return machine->stackSize <= maximum ||
         fail(error, "requires stacks of " +
                         std::to_string(machine->stackSize) +
                         " bytes, but a core has " + std::to_string(maximum) +
                         " for one; link it again with a smaller one");
}

/// Returns the number of cores; 0 if the requested number is impossible.
unsigned Simulator::State::chooseCores(const desc::VariantInfo &variant,
                                       std::string &error) const {
  bool isFixed = program->cores && !program->anyCores;
  if (options.cores && isFixed && options.cores != program->cores) {
    fail(error, "is for " + std::to_string(program->cores) + " cores, not " +
                    std::to_string(options.cores) +
                    "; compile it for those, or leave --cores out");
    return 0;
  }
  unsigned own = program->cores ? program->cores : variant.cores;
  unsigned cores = options.cores ? options.cores : own;
  if (cores <= variant.cores)
    return cores;
  fail(error, "variant '" + std::string(variant.cpu) + "' has " +
                  std::to_string(variant.cores) + " cores, not " +
                  std::to_string(cores) + "; take fewer");
  return 0;
}

//===----------------------------------------------------------------------===//
// Placement of the program
//===----------------------------------------------------------------------===//

bool Simulator::State::place(std::string &error) {
  if (!checkCode(error))
    return false;
  for (const Segment &s : program->segments)
    if (!placeSegment(s, error))
      return false;
  if (!machine->code.at(program->entry))
    return fail(error, "starts at " + hex(program->entry) +
                           ", where it has no code; give matrix-ld the "
                           "function to start at as --entry");
  if (program->isKernel && machine->hazards)
    machine->hazards->restrictDram();
  return program->isKernel ? placeTensors(error) : placeArguments(error);
}

/// All code is decoded into one table, from the lowest to the highest address.
bool Simulator::State::checkCode(std::string &error) const {
  uint64_t low = UINT64_MAX, high = 0;
  for (const Segment &s : program->segments)
    if (s.executable) {
      low = std::min(low, s.address);
      high = std::max(high, s.address + s.size);
      if (s.address % 4)
        return fail(error, "has code at an address that is no multiple of 4");
    }
  if (low >= high)
    return fail(error, "has no code; link it again");
  if (high - low > uint64_t(1) << 27)
    return fail(
        error,
        "has code spread over more than 128 MiB; link it closer together");
  return true;
}

bool Simulator::State::placeSegment(const Segment &segment,
                                    std::string &error) {
  const Memory &memory = machine->memory;
  bool own = memory.resolveOwn(0, segment.address, segment.size) != nullptr;
  for (unsigned core = 0; core < (own ? machine->cores.size() : 1); ++core) {
    uint8_t *to = memory.resolve(core, segment.address, segment.size);
    if (!to)
      return fail(error, "segment of " + std::to_string(segment.size) +
                             " bytes at " + memory.describe(segment.address) +
                             " is in no memory of variant '" +
                             std::string(machine->variant.cpu) +
                             "'; link it with matrix-ld for that one");
    std::copy(segment.data.begin(), segment.data.end(), to);
    if (machine->hazards)
      machine->hazards->place(core, segment.address, segment.size,
                              segment.executable);
  }
  if (segment.executable)
    machine->code.add(machine->decoder, segment.address, segment.data.data(),
                      segment.data.size());
  if (!own)
    free = std::max(free, segment.address + segment.size);
  return true;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Argument block of a kernel: the addresses of its tensors, inputs first.
bool Simulator::State::placeTensors(std::string &error) {
  auto &arguments = program->arguments;
  if (!allocate(8 * arguments.size(), argumentBlock, error))
    return false;
  uint64_t slot = argumentBlock;
  for (bool output : {false, true})
    for (Argument &a : arguments) {
      if (a.output != output)
        continue;
      if (!allocate(a.bytes, a.address, error))
        return false;
      if (output && machine->hazards)
        machine->hazards->placeResult(a.address, a.bytes, a.name);
      std::memcpy(machine->memory.resolve(0, slot, 8), &a.address, 8);
      slot += 8;
    }
  return true;
}

/// Argument block of other programs: argc, argv[0], .., argv[argc - 1], 0.
bool Simulator::State::placeArguments(std::string &error) {
  const auto &strings = options.arguments;
  if (strings.empty())
    return true;
  if (!allocate(8 * (strings.size() + 2), argumentBlock, error))
    return false;
  std::vector<uint64_t> block = {strings.size()};
  for (const std::string &s : strings) {
    block.push_back(0);
    if (!allocate(s.size() + 1, block.back(), error))
      return false;
    std::memcpy(machine->memory.resolve(0, block.back(), s.size() + 1),
                s.c_str(), s.size() + 1);
  }
  std::memcpy(machine->memory.resolve(0, argumentBlock, 8), block.data(),
              8 * block.size());
  return true;
}

bool Simulator::State::allocate(uint64_t bytes, uint64_t &address,
                                std::string &error) {
  address = llvm::alignTo(free, 64);
  bool room = address <= machine->memory.dramBytes() &&
              bytes <= machine->memory.dramBytes() - address;
  free = address + bytes + 64; // gap: overruns hit no other argument
  if (room && machine->hazards)
    machine->hazards->place(0, address, bytes, /*isCode=*/false);
  return room ||
         fail(error,
              "its arguments do not fit into DRAM; give it smaller ones");
}
