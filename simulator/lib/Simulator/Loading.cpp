//===- Loading.cpp - program loading --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the machine for a program, copies its segments into memory, decodes
// its code, and allocates its arguments. The layout of DRAM is
//
//     | program | argument block | tensors or strings | heap ... stacks |
//
// with a gap after each allocation, so that an overrun hits no other one. A
// segment at the alias of the core's own scratchpad is copied to every core. A
// restart restores the writable segments only.
//
//===----------------------------------------------------------------------===//

#include "Sanitizer/Hazards.h"
#include "SimulatorState.h"
#include "Support/Hex.h"
#include "Support/Quantity.h"
#include "matrix/Description/Hash.h"
#include "matrix/Description/Target.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Construction of the machine
//===----------------------------------------------------------------------===//

Error Simulator::State::makeMachine() {
  auto variant = chooseVariant();
  if (!variant)
    return variant.takeError();
  Expected<unsigned> cores = chooseCores(**variant);
  if (!cores)
    return cores.takeError();
  machine = std::make_unique<Machine>(**variant, *cores);
  machine->setMaxCycles(options.maxCycles);
  if (Error error = chooseStack())
    return error;
  machine->setMode(options.timed, options.checked);
  if (machine->isValid())
    return Error::success();
  return fail("the host has no address space for its memories; raise "
              "ulimit -v");
}

/// Example: "base, qkv"
static std::string variantNames() {
  std::string names;
  for (const desc::VariantInfo &v : desc::variants)
    names += (names.empty() ? "" : ", ") + std::string(v.cpu);
  return names;
}

/// Fails if the variant is unknown or contradicts the options.
Expected<const desc::VariantInfo *> Simulator::State::chooseVariant() const {
  const desc::VariantInfo *variant = desc::lookupVariant(program->variant);
  if (!variant)
    return fail("is for variant '" + program->variant + "'; known are " +
                variantNames());
  if (!options.cpu.empty() && desc::lookupVariant(options.cpu) != variant)
    return fail("is for variant '" + std::string(variant->cpu) + "', not '" +
                options.cpu +
                "'; compile it for that one, or leave --mcpu out");
  if (!program->hash.empty() && program->hash != desc::descriptionHash)
    return fail("was made from another description of the machine; build it "
                "again");
  return variant;
}

/// matrix-ld rejects stacks that do not fit, but the file may be damaged.
Error Simulator::State::chooseStack() const {
  if (!program->stackSize)
    return Error::success();
  System &system = machine->system();
  system.setStackSize(program->stackSize);
  uint64_t maximum =
      system.variant().stack->number == desc::address_space::scratchpad
          ? system.memory().scratchpadBytes()
          : system.memory().dramBytes() / system.numCores();
  if (system.stackSize() <= maximum)
    return Error::success();
  return fail("requires stacks of " + std::to_string(system.stackSize()) +
              " bytes, but a core has " + std::to_string(maximum) +
              " for one; link it again with a smaller one");
}

Expected<unsigned>
Simulator::State::chooseCores(const desc::VariantInfo &variant) const {
  bool isFixed = program->cores && !program->anyCores;
  if (options.cores && isFixed && options.cores != program->cores)
    return fail("is for " + quantity(program->cores, "core") + ", not " +
                std::to_string(options.cores) +
                "; compile it for those, or leave --cores out");
  unsigned own = program->cores ? program->cores : variant.cores;
  unsigned cores = options.cores ? options.cores : own;
  if (cores <= variant.cores)
    return cores;
  return fail("variant '" + std::string(variant.cpu) + "' has " +
              quantity(variant.cores, "core") + ", not " +
              std::to_string(cores) + "; take fewer");
}

//===----------------------------------------------------------------------===//
// Placement of the program
//===----------------------------------------------------------------------===//

Error Simulator::State::place() {
  if (Error error = checkCode())
    return error;
  for (const Segment &s : program->segments)
    if (Error error = placeSegment(s))
      return error;
  if (!machine->system().code().at(program->entry))
    return fail("starts at " + hex(program->entry) +
                ", where it has no code; give matrix-ld the function to start "
                "at as --entry");
  if (program->isKernel && machine->hazards())
    machine->hazards()->restrictDram();
  if (Error error = program->isKernel ? placeTensors() : placeArguments())
    return error;
  return prepareHostCalls();
}

/// The heap starts on a page after the arguments.
Error Simulator::State::prepareHostCalls() {
  machine->hostCalls().setHeap(alignTo(free, 4096));
  if (options.files.empty())
    return Error::success();
  int64_t error = machine->hostCalls().setRoot(options.files);
  return error ? fail("cannot use the files in '" + options.files +
                      "': " + std::strerror(int(error)) + "; name a folder")
               : Error::success();
}

/// All code is decoded into one table, from the lowest to the highest address.
Error Simulator::State::checkCode() const {
  uint64_t low = UINT64_MAX, high = 0;
  for (const Segment &s : program->segments)
    if (s.executable) {
      low = std::min(low, s.address);
      high = std::max(high, s.address + s.size);
      if (s.address % instructionBytes)
        return fail("has code at an address that is not a multiple of 4");
    }
  if (low >= high)
    return fail("has no code; link it again");
  if (high - low > uint64_t(1) << 27)
    return fail("has code spread over more than 128 MiB; link it closer "
                "together");
  return Error::success();
}

void Simulator::State::registerSegment(unsigned core, const Segment &segment) {
  if (machine->hazards())
    machine->hazards()->place(core, segment.address, segment.size,
                              segment.executable);
}

Error Simulator::State::placeSegment(const Segment &segment) {
  System &system = machine->system();
  const Memory &memory = system.memory();
  bool own = memory.resolveOwn(0, segment.address, segment.size) != nullptr;
  for (unsigned core = 0; core < (own ? system.numCores() : 1); ++core) {
    uint8_t *to = memory.resolve(core, segment.address, segment.size);
    if (!to)
      return fail("segment of " + quantity(segment.size, "byte") + " at " +
                  memory.describe(segment.address) +
                  " is in no memory of variant '" +
                  std::string(system.variant().cpu) +
                  "'; link it with matrix-ld for that one");
    std::copy(segment.data.begin(), segment.data.end(), to);
    registerSegment(core, segment);
  }
  if (segment.executable)
    system.code().add(system.decoder(), segment.address, segment.data.data(),
                      segment.data.size());
  if (!own)
    free = std::max(free, segment.address + segment.size);
  return Error::success();
}

/// Before a restart: the program cannot have changed other segments, unless it
/// is wrong.
void Simulator::State::restoreSegments() {
  const Memory &memory = machine->system().memory();
  for (const Segment &s : program->segments) {
    bool own = memory.resolveOwn(0, s.address, s.size) != nullptr;
    for (unsigned core = 0; core < (own ? machine->system().numCores() : 1);
         ++core) {
      registerSegment(core, s);
      if (!s.writable)
        continue;
      uint8_t *to = memory.resolve(core, s.address, s.size);
      std::copy(s.data.begin(), s.data.end(), to);
      Memory::clear(to + s.data.size(), s.size - s.data.size());
    }
  }
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Before a restart: registers the tensors of a kernel for hazard detection.
void Simulator::State::registerTensors() {
  Hazards *hazards = machine->hazards();
  if (!hazards || !program->isKernel)
    return;
  hazards->restrictDram();
  hazards->place(0, argumentBlock, 8 * program->arguments.size(),
                 /*isCode=*/false);
  for (const Argument &a : program->arguments) {
    hazards->place(0, a.address, a.bytes, /*isCode=*/false);
    if (a.output)
      hazards->placeResult(a.address, a.bytes, a.name);
  }
}

/// Argument block of a kernel: the addresses of its tensors, inputs first.
Error Simulator::State::placeTensors() {
  auto &arguments = program->arguments;
  auto block = allocate(8 * arguments.size());
  if (!block)
    return block.takeError();
  argumentBlock = *block;
  uint64_t slot = argumentBlock;
  for (bool output : {false, true})
    for (Argument &a : arguments) {
      if (a.output != output)
        continue;
      auto address = allocate(a.bytes);
      if (!address)
        return address.takeError();
      a.address = *address;
      if (output && machine->hazards())
        machine->hazards()->placeResult(a.address, a.bytes, a.name);
      std::memcpy(machine->system().memory().resolve(0, slot, 8), &a.address,
                  8);
      slot += 8;
    }
  return Error::success();
}

/// Argument block of other programs: argc, argv[0], .., argv[argc - 1], 0.
/// Without arguments argv[0] is the name of the program's file.
Error Simulator::State::placeArguments() {
  const Memory &memory = machine->system().memory();
  std::vector<std::string> strings = options.arguments;
  if (strings.empty())
    strings.push_back(program->path);
  auto place = allocate(8 * (strings.size() + 2));
  if (!place)
    return place.takeError();
  argumentBlock = *place;
  std::vector<uint64_t> block = {strings.size()};
  for (const std::string &s : strings) {
    auto address = allocate(s.size() + 1);
    if (!address)
      return address.takeError();
    block.push_back(*address);
    std::memcpy(memory.resolve(0, *address, s.size() + 1), s.c_str(),
                s.size() + 1);
  }
  std::memcpy(memory.resolve(0, argumentBlock, 8), block.data(),
              8 * block.size());
  return Error::success();
}

/// Returns the address of free bytes in DRAM, below its stacks.
Expected<uint64_t> Simulator::State::allocate(uint64_t bytes) {
  uint64_t address = alignTo(free, 64);
  uint64_t end = machine->system().endOfHeap();
  if (address > end || bytes > end - address)
    return fail("its arguments do not fit into DRAM; give it smaller ones");
  free = address + bytes + 64; // gap: overruns hit no other argument
  if (machine->hazards())
    machine->hazards()->place(0, address, bytes, /*isCode=*/false);
  return address;
}
